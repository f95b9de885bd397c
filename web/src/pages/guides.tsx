import { useEffect } from 'react';
import { useLanguage } from '../i18n/language.tsx';
import { Link } from '../parts/router.tsx';
import { origin } from '../parts/settings.ts';
import { SideMenu } from '../parts/side-menu.tsx';
import { NotFound } from './not-found.tsx';

interface Guide {
  title: string;
  html: string;
}

/** The address in the guides: a test runs them against it. Readers see their own address instead. */
const EXAMPLE_ORIGIN = 'http://localhost:3000';
const FILES = import.meta.glob<Guide>('../../../docs/guides/*/*.md', { eager: true });
const ORDER = [
  'quick-start',
  'lifecycle',
  'idempotency',
  'price-changes',
  'cancellations',
  'events',
  'webhooks',
  'verifying-webhooks',
  'errors',
  'rate-limits',
  'sandbox-scenarios',
  'going-live',
  'hotels-quick-start',
  'pushing-rooms-and-prices',
  'reservations',
  'hotel-page',
];

function guideOf(language: string, slug: string): Guide | undefined {
  return FILES[`../../../docs/guides/${language}/${slug}.md`];
}

export function GuidesPage({ slug }: { slug: string | null }) {
  const { words, language } = useLanguage();
  const shown = slug ?? ORDER[0]!;
  const guide = guideOf(language, shown) ?? guideOf('en', shown);
  useEffect(() => {
    document.title = `${guide?.title ?? words.guides} · ${words.name}`;
  }, [guide, words]);
  return (
    <div className="guides">
      <SideMenu key={shown} label={words.guides} current={guide?.title ?? ''}>
        {ORDER.map((one) => (
          <Link key={one} href={`/guides/${one}`} aria-current={one === shown ? 'page' : undefined}>
            {(guideOf(language, one) ?? guideOf('en', one))?.title ?? one}
          </Link>
        ))}
      </SideMenu>
      {guide === undefined ? (
        <NotFound />
      ) : (
        <article
          className="prose"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, made into HTML by the build.
          dangerouslySetInnerHTML={{ __html: guide.html.replaceAll(EXAMPLE_ORIGIN, origin) }}
        />
      )}
    </div>
  );
}
