import { areaWords } from '../i18n/area-words.ts';

export const useDesignWords = areaWords({
  en: async () => (await import('./words/en.ts')).designEn,
  ar: async () => (await import('./words/ar.ts')).designAr,
  ckb: async () => (await import('./words/ckb.ts')).designCkb,
});
