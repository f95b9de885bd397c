import { areaWords } from '../i18n/area-words.ts';
import type { ErrorPage } from './catalogue.ts';

/** All error codes, with their texts in the reader's language. */
export const useCatalogue = areaWords<ErrorPage[]>({
  en: async () => (await import('virtual:errors/en')).catalogue,
  ar: async () => (await import('virtual:errors/ar')).catalogue,
  ckb: async () => (await import('virtual:errors/ckb')).catalogue,
});
