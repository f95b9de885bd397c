import { useEffect, useState } from 'react';
import type { Heading } from './document.ts';
import { useDocsWords } from './words.ts';

/** The headings of a page, beside the text. The heading of the section that the reader sees is marked. */
export function OnThisPage({ headings }: { headings: Heading[] }) {
  const docs = useDocsWords();
  const current = useCurrentHeading(headings);
  if (headings.length < 2) return <div className="on-this-page" />;
  return (
    <nav className="on-this-page" aria-label={docs.onThisPage}>
      <h2>{docs.onThisPage}</h2>
      {headings.map(({ id, text }) => (
        <a key={id} href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

/** The last heading above this line is marked. The number is the distance from the top of the window, in pixels. */
const READING_LINE_PX = 120;

function useCurrentHeading(headings: Heading[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const update = () => {
      const passed = headings.filter(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top <= READING_LINE_PX;
      });
      setCurrent(passed.at(-1)?.id ?? null);
    };
    update();
    addEventListener('scroll', update, { passive: true });
    return () => removeEventListener('scroll', update);
  }, [headings]);
  return current;
}
