import type { ReactNode } from 'react';
import { Link } from '../parts/router.tsx';
import type { Text } from './entry.ts';

const MARKS = /`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)/g;

/** Renders a text in which `…` is code and [words](address) is a link. */
export function Marked({ text }: { text: string }): ReactNode {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKS)) {
    const [whole, code, words, address] = match;
    parts.push(text.slice(end, match.index));
    parts.push(
      code !== undefined ? (
        <code key={match.index} dir="ltr">
          {code}
        </code>
      ) : (
        <Link key={match.index} href={address!}>
          {words}
        </Link>
      ),
    );
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}

/** A text of the OpenAPI document. A text without a translation is marked as English. */
export function Said({ text }: { text: Text }): ReactNode {
  if (typeof text === 'string') return <Marked text={text} />;
  return (
    <span lang="en" dir="ltr">
      <Marked text={text.en} />
    </span>
  );
}

export function plainText(text: Text): string {
  return typeof text === 'string' ? text : text.en;
}
