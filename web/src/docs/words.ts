import { areaWords } from '../i18n/area-words.ts';

export const useDocsWords = areaWords({
  en: async () => (await import('./words/en.ts')).docsEn,
  ar: async () => (await import('./words/ar.ts')).docsAr,
  ckb: async () => (await import('./words/ckb.ts')).docsCkb,
});
