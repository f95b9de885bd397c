import { DocsPage } from '../docs/docs-page.tsx';
import { useHashTarget } from '../docs/document-view.tsx';
import { Html } from '../docs/html.tsx';
import { useChangelog } from '../docs/load-pages.ts';
import { useDocsWords } from '../docs/words.ts';
import { dayText } from '../i18n/dates.ts';
import { useWords } from '../i18n/language.tsx';
import { Badge } from '../parts/badge.tsx';
import { settings } from '../parts/settings.ts';
import { useTitle } from '../parts/title.ts';
import '../styles/docs.css';
import '../styles/pages.css';

export function ChangelogPage() {
  const words = useWords();
  const docs = useDocsWords();
  const { title, intro, releases } = useChangelog();
  useTitle(title);
  useHashTarget();
  const nameOf = (version: string) => (version === 'Unreleased' ? docs.unreleased : version);
  const headings = releases.map(({ id, version }) => ({ id, text: nameOf(version) }));
  return (
    <DocsPage current="/changelog" headings={headings}>
      <h1>{title}</h1>
      <Html as="p" html={intro} />
      {releases.map(({ id, version, label, day, html }) => (
        <section key={id} className="release">
          <h2 id={id} tabIndex={-1}>
            <a href={`#${id}`}>{nameOf(version)}</a>{' '}
            {version === settings.version && <Badge tone="brand">{docs.running}</Badge>}
          </h2>
          {day !== null && (
            <p className="hint">
              <bdi>{label}</bdi> · <time dateTime={day}>{dayText(day, words)}</time>
            </p>
          )}
          <Html as="div" html={html} />
        </section>
      ))}
    </DocsPage>
  );
}
