import { useState } from 'react';
import { DocsPage } from '../docs/docs-page.tsx';
import { useHashTarget } from '../docs/document-view.tsx';
import { Html } from '../docs/html.tsx';
import { useGlossary } from '../docs/load-pages.ts';
import type { Glossary } from '../docs/pages.ts';
import { useDocsWords } from '../docs/words.ts';
import { LANGUAGES, type Language, useLanguage } from '../i18n/language.tsx';
import { useTitle } from '../parts/title.ts';
import { fold } from '../search/fold.ts';
import '../styles/docs.css';
import '../styles/pages.css';

export function GlossaryPage() {
  const { language } = useLanguage();
  const docs = useDocsWords();
  const { title, terms } = useGlossary();
  const [filter, setFilter] = useState('');
  useTitle(title);
  useHashTarget();
  const shown = terms.filter((term) => fits(term, filter));
  return (
    <DocsPage current="/glossary" headings={[]}>
      <h1>{title}</h1>
      <p>{docs.glossaryIntro}</p>
      <p>
        <input
          type="search"
          className="page-filter"
          aria-label={docs.filterTerms}
          placeholder={docs.filterTerms}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <span className="unseen" role="status">
          {filter === '' ? '' : docs.terms(shown.length)}
        </span>
      </p>
      <dl className="glossary">
        {shown.map((term) => (
          <Term key={term.id} term={term} language={language} />
        ))}
      </dl>
      {shown.length === 0 && <p className="hint">{docs.noTerm}</p>}
    </DocsPage>
  );
}

type TermOf = Glossary['terms'][number];

/** One term in all languages. The reader's language is first. */
function Term({ term: { id, words, html }, language }: { term: TermOf; language: Language }) {
  const others = (Object.keys(LANGUAGES) as Language[]).filter((one) => one !== language);
  return (
    <div id={id} tabIndex={-1} className="term">
      <dt>
        <a href={`#${id}`}>{words[language]}</a>
        {others.map((one) => (
          <span key={one} className="term-other" lang={one} dir={LANGUAGES[one].direction}>
            {words[one]}
          </span>
        ))}
      </dt>
      <Html as="dd" html={html} />
    </div>
  );
}

function fits({ words, html }: TermOf, filter: string): boolean {
  const wanted = fold(filter.trim());
  return [...Object.values(words), html.replace(/<[^>]+>/g, '')].some((text) => fold(text).includes(wanted));
}
