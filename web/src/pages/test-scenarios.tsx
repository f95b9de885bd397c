import { DocsPage } from '../docs/docs-page.tsx';
import { useHashTarget } from '../docs/document-view.tsx';
import { Html } from '../docs/html.tsx';
import { useTestScenarios } from '../docs/load-pages.ts';
import type { Scenario, TestScenarios } from '../docs/pages.ts';
import { consoleLink } from '../docs/scenario-link.ts';
import { useDocsWords } from '../docs/words.ts';
import { Badge } from '../parts/badge.tsx';
import { Callout } from '../parts/callout.tsx';
import { Link } from '../parts/router.tsx';
import { isSandbox } from '../parts/settings.ts';
import { useTitle } from '../parts/title.ts';
import '../styles/docs.css';
import '../styles/pages.css';

export function TestScenariosPage() {
  const docs = useDocsWords();
  const page = useTestScenarios();
  useTitle(page.title);
  useHashTarget();
  const headings = [
    ...page.groups.map(({ id, title }) => ({ id, text: title })),
    { id: 'start-again', text: docs.startAgain },
  ];
  return (
    <DocsPage current="/test-scenarios" headings={headings}>
      <h1>{page.title}</h1>
      <Html as="p" html={page.intro} />
      {!isSandbox && <Callout>{docs.onlySandbox}</Callout>}
      {page.groups.map(({ id, title, intro, items }) => (
        <section key={id}>
          <h2 id={id} tabIndex={-1}>
            <a href={`#${id}`}>{title}</a>
          </h2>
          {intro !== '' && <Html as="p" html={intro} />}
          <ul className="scenarios">
            {items.map((item) => (
              <ScenarioItem key={item.key} item={item} />
            ))}
          </ul>
        </section>
      ))}
      <section>
        <h2 id="start-again" tabIndex={-1}>
          <a href="#start-again">{docs.startAgain}</a>
        </h2>
        <p>{docs.startAgainText}</p>
        {isSandbox && (
          <p>
            <Link href="/reference/resetSandbox">
              <code>POST /v1/sandbox/reset</code>
            </Link>
          </p>
        )}
      </section>
    </DocsPage>
  );
}

type Item = TestScenarios['groups'][number]['items'][number];

function ScenarioItem({ item: { key, title, html, scenario } }: { item: Item }) {
  const docs = useDocsWords();
  return (
    <li id={key} tabIndex={-1} className="scenario">
      <div>
        <h3>
          <a href={`#${key}`}>{title}</a>
        </h3>
        <Html as="p" html={html} />
      </div>
      <div className="scenario-side">
        <Outcome scenario={scenario} />
        {isSandbox && scenario.operation !== undefined && (
          <Link href={consoleLink(scenario, Date.now())} className="scenario-open">
            {docs.openInConsole}
            <span className="unseen">: {title}</span>
          </Link>
        )}
      </div>
    </li>
  );
}

function Outcome({ scenario: { error, reason } }: { scenario: Scenario }) {
  const docs = useDocsWords();
  if (error === undefined) return <Badge tone="good">{docs.succeeds}</Badge>;
  return (
    <span className="outcome">
      <Link href={`/errors/${error}`}>
        <code>{error}</code>
      </Link>
      {reason !== undefined && <code className="outcome-reason">{reason}</code>}
    </span>
  );
}
