import { recall, remember } from '../browser/storage.ts';
import type { Found } from './find.ts';

const RECENT_LIMIT = 5;

/** A result as it is shown before anything is typed. */
export type Shown = Pick<Found, 'kind' | 'href' | 'title' | 'under'>;

/** What this reader has opened from the search, the last first. Titles are in the language of that time. */
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
