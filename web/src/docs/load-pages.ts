import { areaWords } from '../i18n/area-words.ts';

/**
 * The content of the pages that are lists, in the reader's language. The content is loaded when the reader opens the
 * page.
 */

export const useChangelog = areaWords({
  en: async () => (await import('virtual:changelog/en')).page,
  ar: async () => (await import('virtual:changelog/ar')).page,
  ckb: async () => (await import('virtual:changelog/ckb')).page,
});

export const useGoLive = areaWords({
  en: async () => (await import('virtual:go-live/en')).page,
  ar: async () => (await import('virtual:go-live/ar')).page,
  ckb: async () => (await import('virtual:go-live/ckb')).page,
});

export const useGlossary = areaWords({
  en: async () => (await import('virtual:glossary/en')).page,
  ar: async () => (await import('virtual:glossary/ar')).page,
  ckb: async () => (await import('virtual:glossary/ckb')).page,
});

export const useTestScenarios = areaWords({
  en: async () => (await import('virtual:test-scenarios/en')).page,
  ar: async () => (await import('virtual:test-scenarios/ar')).page,
  ckb: async () => (await import('virtual:test-scenarios/ckb')).page,
});
