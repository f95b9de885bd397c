import { recall, remember } from '../browser/storage.ts';
import type { Found } from './find.ts';

const RECENT_LIMIT = 5;

/**
 * A search result that the reader has opened earlier, or a suggestion. The dialog shows both before the reader types.
 */
export type Shown = Pick<Found, 'kind' | 'href' | 'title' | 'under'>;

/** Returns the results that this reader has opened in this language, the newest first. */
export function recentlyOpened(language: string): Shown[] {
  try {
    const stored = JSON.parse(recall(`search.${language}`) ?? '[]') as Shown[];
    return stored.filter(({ href, title }) => typeof href === 'string' && typeof title === 'string');
  } catch {
    return [];
  }
}

export function rememberOpened(language: string, { kind, href, title, under }: Shown): void {
  const others = recentlyOpened(language).filter((one) => one.href !== href);
  const list = [{ kind, href, title, under }, ...others].slice(0, RECENT_LIMIT);
  remember(`search.${language}`, JSON.stringify(list));
}
