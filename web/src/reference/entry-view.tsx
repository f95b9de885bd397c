import { type ReactNode, useEffect } from 'react';
import { useWords } from '../i18n/language.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Link, moveTo } from '../parts/router.tsx';
import { origin } from '../parts/settings.ts';
import { useTitle } from '../parts/title.ts';
import { AnchorLink } from './anchor-link.tsx';
import { anchorOf } from './anchors.ts';
import { CodePane } from './code-pane.tsx';
import type { ReferenceEntry } from './entry.ts';
import { ErrorList } from './error-list.tsx';
import { FieldList } from './field-list.tsx';
import { useEntry } from './load.ts';
import { Method } from './method.tsx';
import { Marked, plainText, Said } from './text.tsx';
import { useReferenceWords } from './words.ts';

/** One operation or webhook. */
export function EntryView({ id, hash }: { id: string; hash: string }) {
  const words = useWords();
  const entry = useEntry(id);
  if (entry === null) return <p className="problem">{words.loadFailed}</p>;
  return <Loaded entry={entry} hash={hash} />;
}

function Loaded({ entry, hash }: { entry: ReferenceEntry; hash: string }) {
  const words = useReferenceWords();
  useTitle(plainText(entry.summary));
  const target = anchorOf(entry, hash);
  useEffect(() => {
    const element = target === null ? null : document.getElementById(target);
    if (element !== null) moveTo(element);
  }, [target]);
  return (
    <article className="ref-entry">
      <header className="entry-head">
        <h1>
          <Said text={entry.summary} />
        </h1>
        <Route entry={entry} />
        <p className="entry-text">
          <Said text={entry.text} />
        </p>
        {entry.kind === 'webhook' && (
          <p>
            <Marked text={words.sentNote} />
          </p>
        )}
        {entry.topics.length > 0 && (
          <ul className="ref-topics" aria-label={words.concerns}>
            {entry.topics.map((topic) => (
              <li key={topic}>
                <Link href={`/reference#${topic}`}>{words.topics[topic].title}</Link>
              </li>
            ))}
          </ul>
        )}
      </header>
      <CodePane key={entry.id} entry={entry} />
      <div className="entry-body">
        <Parameters entry={entry} target={target} />
        {entry.body !== null && entry.body.fields.length > 0 && (
          <Part title={entry.kind === 'webhook' ? words.sent : words.body}>
            {!entry.body.required && <p className="hint">{words.optionalBody}</p>}
            <FieldList fields={entry.body.fields} label={words.body} target={target} />
          </Part>
        )}
        <Responses entry={entry} target={target} />
        {entry.errors.length > 0 && <ErrorList errors={entry.errors} target={target} />}
      </div>
    </article>
  );
}

function Route({ entry }: { entry: ReferenceEntry }) {
  if (entry.kind === 'webhook')
    return (
      <p className="entry-route">
        <Method entry={entry} />
      </p>
    );
  return (
    <p className="entry-route" dir="ltr">
      <Method entry={entry} /> <code>{entry.path}</code>{' '}
      <CopyButton text={`${origin}${entry.path}`} what={entry.path} />
    </p>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="ref-part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Parameters({ entry, target }: { entry: ReferenceEntry; target: string | null }) {
  const words = useReferenceWords();
  return Object.entries(words.places).map(([place, title]) => {
    const fields = entry.parameters.filter(({ anchor }) => anchor.startsWith(`${place}.`));
    if (fields.length === 0) return null;
    return (
      <Part key={place} title={title}>
        <FieldList fields={fields} label={title} target={target} />
      </Part>
    );
  });
}

function Responses({ entry, target }: { entry: ReferenceEntry; target: string | null }) {
  const words = useReferenceWords();
  return entry.responses.map(({ status, fields }) => {
    const title = entry.kind === 'webhook' ? words.expected : words.responseOf(status);
    return (
      <section key={status} id={`response.${status}`} tabIndex={-1} className="ref-part">
        <h2>
          {title} <AnchorLink anchor={`response.${status}`} name={title} />
        </h2>
        {entry.kind === 'webhook' && (
          <p>
            <Marked text={words.expectedNote} />
          </p>
        )}
        {fields.length > 0 && <FieldList fields={fields} label={title} target={target} />}
      </section>
    );
  });
}
