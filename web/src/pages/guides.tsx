import { useEffect } from 'react';
import { useLanguage } from '../i18n/language.tsx';
import { Link } from '../router.tsx';

interface Guide {
  title: string;
  html: string;
}

const FILES = import.meta.glob<Guide>('../../../docs/guides/*/*.md', { eager: true });
const ORDER = [
  'quick-start',
  'lifecycle',
  'idempotency',
  'price-changes',
  'cancellations',
  'errors',
  'rate-limits',
  'sandbox-scenarios',
  'going-live',
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
      <nav aria-label={words.guides}>
        {ORDER.map((one) => (
          <Link key={one} href={`/guides/${one}`} aria-current={one === shown ? 'page' : undefined}>
            {(guideOf(language, one) ?? guideOf('en', one))?.title ?? one}
          </Link>
        ))}
      </nav>
      {guide === undefined ? (
        <h1>{words.notFound}</h1>
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, turned into HTML when the site is built.
        <article className="prose" dangerouslySetInnerHTML={{ __html: guide.html }} />
      )}
    </div>
  );
}
