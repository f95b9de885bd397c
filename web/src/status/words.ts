import { areaWords } from '../i18n/area-words.ts';

export const useStatusWords = areaWords({
  en: async () => (await import('./words/en.ts')).statusEn,
  ar: async () => (await import('./words/ar.ts')).statusAr,
  ckb: async () => (await import('./words/ckb.ts')).statusCkb,
});
