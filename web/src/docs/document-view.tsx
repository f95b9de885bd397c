import { type MouseEvent, useEffect } from 'react';
import { useWords } from '../i18n/language.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import type { CodeLanguage } from '../parts/highlight.ts';
import { moveTo, navigate, useHash } from '../parts/router.tsx';
import { origin } from '../parts/settings.ts';
import type { Document } from './document.ts';
import { isPage } from './is-page.ts';

/**
 * The base address in the examples of the documents. Tests run the examples with this address. The site shows the
 * address of the service instead.
 */
const EXAMPLE_ORIGIN = 'http://localhost:3000';

/** For the language of a code block in Markdown: the language whose patterns colour the code. */
const COLOURS: Record<string, CodeLanguage> = {
  sh: 'bash',
  json: 'json',
  http: 'http',
  ts: 'ts',
  python: 'python',
  php: 'php',
};
/**
 * Only code blocks in these languages have a copy button, because readers run them. Blocks with responses have none.
 */
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

/**
 * Opens a link in a document without a reload, as the component `Link` does. React does not render the links in
 * documents.
 */
export function followLinks(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  const href = (event.target as Element).closest('a')?.getAttribute('href');
  if (href == null || !isPage(href)) return;
  event.preventDefault();
  navigate(href);
}

/**
 * Moves the focus to the element that the hash identifies, when the page opens or the address changes. A change of the
 * language does not move the focus, because the focus must stay on the list of languages.
 */
export function useHashTarget(page = ''): void {
  const hash = useHash();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another page.
  useEffect(() => {
    const target = hash === '' ? null : document.getElementById(placeOf(hash));
    if (target !== null) moveTo(target);
  }, [hash, page]);
}

/**
 * Returns the id of the element that a hash identifies. The id is empty if the hash ends in the middle of an encoded
 * letter.
 */
function placeOf(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return '';
  }
}
