import type { ReactNode } from 'react';
import { followLinks } from '../docs/document-view.tsx';
import { useWords } from '../i18n/language.tsx';
import { Badge, MethodBadge } from '../parts/badge.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { Link } from '../parts/router.tsx';
import { origin } from '../parts/settings.ts';
import type { ErrorOperation, ErrorPage } from './catalogue.ts';
import { Translated } from './error-list.tsx';
import { useErrorWords } from './words.ts';

/** The base address that openapi.json contains. On the site, the address of the service replaces this address. */
const EXAMPLE_ORIGIN = 'http://localhost:3000';

/** How many operations are visible at first. If there are more, a button shows them. */
const OPERATIONS_SHOWN = 8;

export function ErrorArticle({ page }: { page: ErrorPage }) {
  const words = useErrorWords();
  const { errors } = useWords();
  const { language } = page;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link causes a click; other clicks do nothing.
    <article className="error-page" onClick={followLinks}>
      <header>
        <p className="hint">
          <Link href="/errors">{errors}</Link>
        </p>
        <h1 dir="ltr">{page.code}</h1>
        <div className="lead">
          <Translated language={language} html={page.meaning} />
        </div>
        <Facts page={page} />
      </header>
      <div className="error-body prose">
        {page.more !== '' && <Translated language={language} html={page.more} />}
        <Part title={words.causes}>
          <Translated language={language} html={page.causes} />
        </Part>
        <Part title={words.steps} kind="steps">
          <Translated language={language} html={page.steps} />
        </Part>
      </div>
      <div className="error-example">
        <h2>{words.example}</h2>
        <CodeBlock
          label={`${words.example}: ${page.code}`}
          code={page.example.replaceAll(EXAMPLE_ORIGIN, origin)}
          language="json"
          copy
        />
      </div>
      <div className="error-rest prose">
        {page.details.length > 0 && <Details page={page} />}
        {page.operations.length > 0 && (
          <Part title={words.operations}>
            <Operations operations={page.operations} />
          </Part>
        )}
        <Part title={words.guides}>
          <ul>
            {page.guides.map(({ slug, title }) => (
              <li key={slug}>
                <Link href={`/guides/${slug}`}>{title}</Link>
              </li>
            ))}
          </ul>
        </Part>
      </div>
    </article>
  );
}

function Part({ title, kind, children }: { title: ReactNode; kind?: string; children: ReactNode }) {
  return (
    <section className={kind}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Facts({ page: { status, reason, retryable, group } }: { page: ErrorPage }) {
  const words = useErrorWords();
  return (
    <dl className="error-facts">
      <div>
        <dt>{words.status}</dt>
        <dd>
          <bdi>
            {status} {reason}
          </bdi>
        </dd>
      </div>
      <div>
        <dt>{words.retryable}</dt>
        <dd>
          <Badge tone={retryable === 'no' ? 'neutral' : 'good'}>{words.retry[retryable]}</Badge>
        </dd>
      </div>
      <div>
        <dt>{words.group}</dt>
        <dd>{words.groups[group]![0]}</dd>
      </div>
    </dl>
  );
}

function Details({ page: { details, language } }: { page: ErrorPage }) {
  const words = useErrorWords();
  return (
    <Part
      title={
        <>
          {words.details} <code>details</code>
        </>
      }
    >
      <dl className="error-fields">
        {details.map(({ name, html }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <Translated language={language} html={html} />
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

function Operations({ operations }: { operations: ErrorOperation[] }) {
  const words = useErrorWords();
  const list = (
    <ul className="error-operations">
      {operations.map(({ id, method, path, title }) => (
        <li key={id}>
          <Link href={`/reference/${id}`}>{title}</Link>{' '}
          <span dir="ltr">
            <MethodBadge method={method} /> <code>{path}</code>
          </span>
        </li>
      ))}
    </ul>
  );
  if (operations.length <= OPERATIONS_SHOWN) return list;
  return (
    <details>
      <summary>{words.allOperations(operations.length)}</summary>
      {list}
    </details>
  );
}
