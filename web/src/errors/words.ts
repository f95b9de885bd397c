import { areaWords } from '../i18n/area-words.ts';
import type { ErrorWords } from './words/en.ts';

export const useErrorWords = areaWords<ErrorWords>({
  en: async () => (await import('./words/en.ts')).errorsEn,
  ar: async () => (await import('./words/ar.ts')).errorsAr,
  ckb: async () => (await import('./words/ckb.ts')).errorsCkb,
});
