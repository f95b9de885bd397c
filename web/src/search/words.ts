import { areaWords } from '../i18n/area-words.ts';

export const useSearchWords = areaWords({
  en: async () => (await import('./words/en.ts')).searchEn,
  ar: async () => (await import('./words/ar.ts')).searchAr,
  ckb: async () => (await import('./words/ckb.ts')).searchCkb,
});
