import { useSyncExternalStore } from 'react';
import { recall, remember } from '../browser/storage.ts';
import { SNIPPETS, type SnippetLanguage } from './snippets.ts';

const listeners = new Set<() => void>();
/** The choice is also kept in memory, because the browser may refuse to store it in a private window. */
let chosen: SnippetLanguage | null = null;

function current(): SnippetLanguage {
  if (chosen !== null) return chosen;
  const stored = recall('sample-language');
  return stored !== null && Object.hasOwn(SNIPPETS, stored) ? (stored as SnippetLanguage) : 'curl';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The programming language of code samples. The choice applies to all pages. */
export function useSampleLanguage(): [SnippetLanguage, (language: SnippetLanguage) => void] {
  const language = useSyncExternalStore(subscribe, current);
  const choose = (next: SnippetLanguage) => {
    chosen = next;
    remember('sample-language', next);
    for (const listener of listeners) listener();
  };
  return [language, choose];
}
