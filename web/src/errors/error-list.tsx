import { useId, useState } from 'react';
import { LANGUAGES, useLanguage } from '../i18n/language.tsx';
import { Badge } from '../parts/badge.tsx';
import { ErrorLink } from '../parts/error-link.tsx';
import { type ErrorPage, GROUPS, type Group, matching } from './catalogue.ts';
import { useCatalogue } from './use-catalogue.ts';
import { useErrorWords } from './words.ts';

/** All codes, grouped by what the reader must do, with a filter. */
export function ErrorList() {
  const words = useErrorWords();
  const catalogue = useCatalogue();
  const [filter, setFilter] = useState('');
  const id = useId();
  const shown = matching(catalogue, filter);
  return (
    <>
      <div className="error-filter">
        <label htmlFor={id}>{words.filter}</label>
        <input
          id={id}
          type="search"
          value={filter}
          placeholder={words.filterHint}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setFilter(event.target.value)}
        />
        <span className="hint" role="status">
          {words.found(shown.length)}
        </span>
      </div>
      {shown.length === 0 ? (
        <p className="error-none">
          {words.none}{' '}
          <button type="button" className="quiet" onClick={() => setFilter('')}>
            {words.showAll}
          </button>
        </p>
      ) : (
        GROUPS.map((group) => (
          <ErrorGroup key={group} group={group} pages={shown.filter((page) => page.group === group)} />
        ))
      )}
    </>
  );
}

function ErrorGroup({ group, pages }: { group: Group; pages: ErrorPage[] }) {
  const words = useErrorWords();
  if (pages.length === 0) return null;
  const [title, note] = words.groups[group]!;
  return (
    <section className="error-group">
      <h2>{title}</h2>
      <p className="hint">{note}</p>
      <ul>
        {pages.map((page) => (
          <ErrorRow key={page.code} page={page} />
        ))}
      </ul>
    </section>
  );
}

function ErrorRow({ page: { code, status, retryable, language, meaning } }: { page: ErrorPage }) {
  const words = useErrorWords();
  return (
    <li>
      <span className="error-row-code">
        <ErrorLink code={code} />
      </span>
      <span className="error-row-facts">
        <Badge>{status}</Badge>
        {retryable !== 'no' && <Badge tone="good">{words.retryShort[retryable]}</Badge>}
      </span>
      <Translated language={language} html={meaning} />
    </li>
  );
}

/** A text that the build made from Markdown. A text without a translation is marked as English for screen readers. */
export function Translated({ language, html }: { language: ErrorPage['language']; html: string }) {
  const { language: own } = useLanguage();
  const other = language === own ? {} : { lang: language, dir: LANGUAGES[language].direction };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, made into HTML by the build.
  return <div className="error-text" {...other} dangerouslySetInnerHTML={{ __html: html }} />;
}
