import { areaWords } from '../i18n/area-words.ts';

export const useLandingWords = areaWords({
  en: async () => (await import('./words/en.ts')).landingEn,
  ar: async () => (await import('./words/ar.ts')).landingAr,
  ckb: async () => (await import('./words/ckb.ts')).landingCkb,
});
