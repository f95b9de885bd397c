import { use, useEffect } from 'react';
import { DocsPage } from '../docs/docs-page.tsx';
import { DocumentView, useHashTarget } from '../docs/document-view.tsx';
import { GUIDE_ORDER, MOVED_GUIDES } from '../docs/guide-order.ts';
import { loadGuide } from '../docs/load-guide.ts';
import { PreviousAndNext } from '../docs/previous-and-next.tsx';
import { useLanguage } from '../i18n/language.tsx';
import { replaceAddress } from '../parts/router.tsx';
import { useTitle } from '../parts/title.ts';
import { NotFound } from './not-found.tsx';
import '../styles/docs.css';

export function GuidesPage({ slug }: { slug: string | null }) {
  const moved = slug !== null && Object.hasOwn(MOVED_GUIDES, slug) ? MOVED_GUIDES[slug] : undefined;
  useEffect(() => {
    if (moved !== undefined) replaceAddress(moved);
  }, [moved]);
  if (moved !== undefined) return null;
  const shown = slug ?? GUIDE_ORDER[0]!;
  return GUIDE_ORDER.includes(shown) ? <Guide slug={shown} /> : <NotFound />;
}

function Guide({ slug }: { slug: string }) {
  const { language } = useLanguage();
  const guide = use(loadGuide(language, slug)!);
  useTitle(guide.title);
  useHashTarget(slug);
  return (
    <DocsPage current={`/guides/${slug}`} headings={guide.headings} below={<PreviousAndNext slug={slug} />}>
      <DocumentView document={guide} />
    </DocsPage>
  );
}
