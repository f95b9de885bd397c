import type { ReactNode } from 'react';
import { DocsMenu } from './docs-menu.tsx';
import type { Heading } from './document.ts';
import { followLinks } from './document-view.tsx';
import { OnThisPage } from './on-this-page.tsx';

interface DocsPageProps {
  /** The address of the page, as in the menu. */
  current: string;
  headings: Heading[];
  children: ReactNode;
  /** Content below the article, for example links to other pages. */
  below?: ReactNode;
}

/** The layout of a page with a document: the menu, the article, and the list of its headings. */
export function DocsPage({ current, headings, children, below }: DocsPageProps) {
  return (
    <div className="docs wide">
      <DocsMenu current={current} />
      <div className="docs-body">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link causes a click; other clicks do nothing. */}
        <article className="prose" onClick={followLinks}>
          {children}
        </article>
        {below}
      </div>
      <OnThisPage headings={headings} />
    </div>
  );
}
