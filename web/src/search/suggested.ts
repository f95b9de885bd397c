import { useWords } from '../i18n/language.tsx';
import { isSandbox } from '../parts/settings.ts';
import type { Shown } from './recent.ts';

/** The pages with which most readers begin. */
export function useSuggested(): Shown[] {
  const words = useWords();
  const pages: [string, string][] = [
    ['/guides/quick-start', words.readQuickStart],
    ...(isSandbox ? ([['/console', words.console]] as [string, string][]) : []),
    ['/reference', words.reference],
    ['/errors', words.errors],
    ['/test-scenarios', words.testScenarios],
    ['/go-live', words.goLive],
  ];
  return pages.map(([href, title]) => ({ kind: 'page', href, title, under: '' }));
}
