import { areaWords } from '../i18n/area-words.ts';

export const useReferenceWords = areaWords({
  en: async () => (await import('./words/en.ts')).referenceEn,
  ar: async () => (await import('./words/ar.ts')).referenceAr,
  ckb: async () => (await import('./words/ckb.ts')).referenceCkb,
});
