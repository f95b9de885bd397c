import { type MouseEvent, useEffect } from 'react';
import { useWords } from '../i18n/language.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import type { CodeLanguage } from '../parts/highlight.ts';
import { moveTo, navigate, useHash } from '../parts/router.tsx';
import { origin } from '../parts/settings.ts';
import type { Document } from './document.ts';
import { isPage } from './is-page.ts';

/** The address in the documents, which tests use. On the site, the reader's address replaces it. */
const EXAMPLE_ORIGIN = 'http://localhost:3000';

/** The language for the colours, by the name of the language in Markdown. */
const COLOURS: Record<string, CodeLanguage> = {
  sh: 'bash',
  json: 'json',
  http: 'http',
  ts: 'ts',
  python: 'python',
  php: 'php',
};
/** Languages of blocks that readers run and therefore copy. Responses are not copied. */
const PROGRAMS = ['sh', 'ts', 'python', 'php'];

function languageOf(name: string): { language?: CodeLanguage } {
  const language = COLOURS[name];
  return language === undefined ? {} : { language };
}

export function DocumentView({ document: { blocks } }: { document: Document }) {
  const words = useWords();
  return blocks.map((block, index) =>
    'html' in block ? (
      <div
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a document never move.
        key={index}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, made into HTML by the build.
        dangerouslySetInnerHTML={{ __html: block.html.replaceAll(EXAMPLE_ORIGIN, origin) }}
      />
    ) : (
      <CodeBlock
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a document never move.
        key={index}
        label={`${words.example} ${index}`}
        language={block.language}
        code={block.code.replaceAll(EXAMPLE_ORIGIN, origin)}
        {...languageOf(block.language)}
        copy={PROGRAMS.includes(block.language)}
      />
    ),
  );
}

/** Links in built HTML change the page without loading it, like those that React draws. */
export function followLinks(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  const href = (event.target as Element).closest('a')?.getAttribute('href');
  if (href == null || !isPage(href)) return;
  event.preventDefault();
  navigate(href);
}

/**
 * Shows the place that the address names, when the page opens and whenever the address changes. It does nothing when the
 * language changes, because the focus must then stay on the choice of the language.
 */
export function useHashTarget(page = ''): void {
  const hash = useHash();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another page.
  useEffect(() => {
    const target = hash === '' ? null : document.getElementById(placeOf(hash));
    if (target !== null) moveTo(target);
  }, [hash, page]);
}

/** The place that a hash names. It is empty if the link was cut in the middle of an encoded letter. */
function placeOf(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return '';
  }
}
