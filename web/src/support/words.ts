import { areaWords } from '../i18n/area-words.ts';

export const useSupportWords = areaWords({
  en: async () => (await import('./words/en.ts')).supportEn,
  ar: async () => (await import('./words/ar.ts')).supportAr,
  ckb: async () => (await import('./words/ckb.ts')).supportCkb,
});
