import { useEffect, useState } from 'react';
import { recall, remember } from '../browser/storage.ts';
import { origin } from '../parts/settings.ts';
import type { KeyedList } from './keyed-list.ts';

const NAME = 'go-live';

function storedTicks(): Set<string> {
  return new Set((recall(NAME) ?? '').split(' ').filter((key) => key !== ''));
}

/**
 * Returns the ticked items of the go-live list. The browser stores the ticks. Items that are ticked in another tab
 * appear here at once.
 */
export function useTicks() {
  const [ticked, setTicked] = useState(storedTicks);
  useEffect(() => {
    const update = () => setTicked(storedTicks());
    addEventListener('storage', update);
    // Another tab may have ticked an item after the first render and before this subscription.
    update();
    return () => removeEventListener('storage', update);
  }, []);
  const store = (next: Set<string>) => {
    remember(NAME, next.size === 0 ? null : [...next].join(' '));
    setTicked(next);
  };
  return {
    ticked,
    tick: (key: string, isTicked: boolean) => {
      // Another tab may have ticked an item after the last render, so the stored ticks are read again.
      const next = new Set([...storedTicks(), ...ticked]);
      if (isTicked) next.add(key);
      else next.delete(key);
      store(next);
    },
    clear: () => store(new Set()),
  };
}

/** The list as Markdown, so that the reader can copy it into a ticket or a repository. Links lead to this site. */
export function asMarkdown(list: KeyedList, ticked: Set<string>): string {
  const groups = list.groups.map(({ title, items }) => {
    const lines = items.map(({ key, html }) => `- [${ticked.has(key) ? 'x' : ' '}] ${markdownOf(html)}`);
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return `# ${list.title}\n\n${groups.join('\n')}`;
}

function markdownOf(html: string): string {
  const entities: Record<string, string> = { quot: '"', '#39': "'", lt: '<', gt: '>', amp: '&' };
  return html
    .replace(/<\/?code>/g, '`')
    .replace(
      /<a href="([^"]+)">(.*?)<\/a>/g,
      (_, href: string, text: string) => `[${text}](${origin}${href})`,
    )
    .replace(/<[^>]+>/g, '')
    .replace(/&(quot|#39|lt|gt|amp);/g, (_, name: string) => entities[name]!);
}
