import { memo, useEffect, useRef, useState } from 'react';
import type { ApiResponse } from '../api/request.ts';
import { Badge } from '../parts/badge.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { Tabs } from '../parts/tabs.tsx';
import type { Values } from './fields.ts';
import { limitsOf } from './limits.ts';
import { NextStep } from './next/next-step.tsx';
import { type Deeds, Problem } from './next/problem.tsx';
import type { Operation } from './operation.ts';
import { Picture } from './pictures/pictures.tsx';
import type { Call, Data, Session } from './state/session.ts';
import { useConsoleWords } from './use-words.ts';

interface ResponseProps {
  operation: Operation;
  /** The last finished request. Undefined before the first request. */
  call: Call | undefined;
  isSending: boolean;
  session: Session;
  deeds: Deeds;
}

export function ResponsePanel({ operation, call, isSending, session, deeds }: ResponseProps) {
  const words = useConsoleWords();
  const [shown, show] = useState<'picture' | 'json'>('picture');
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnArrival(call?.id, heading);
  const response = call?.response ?? null;
  const isDrawn = response?.status === 200;
  const { values } = session;
  if (call === undefined)
    return (
      <p className="hint waiting" role="status">
        {isSending ? words.sending : words.noResponse}
      </p>
    );
  return (
    <section className="panel response" aria-labelledby="response-title" aria-busy={isSending}>
      <header>
        <h3 id="response-title" ref={heading} tabIndex={-1}>
          {words.response}
        </h3>
        {response !== null && !isSending && <Facts response={response} />}
        <p className="sending" role="status">
          {isSending ? words.sending : ''}
        </p>
        {isDrawn && (
          <Tabs
            label={words.response}
            controls="response"
            names={['picture', 'json'] as const}
            wordOf={(name) => words[name]}
            chosen={shown}
            choose={show}
          />
        )}
      </header>
      <div id="response" role="tabpanel" aria-label={words[shown]}>
        {!isDrawn && <Problem operation={operation} call={call} deeds={deeds} />}
        {isDrawn && shown === 'picture' && (
          <Drawn
            operation={operation}
            body={response.body}
            ratePlanId={values.ratePlanId}
            stay={`${values.checkIn} ${values.checkOut}`}
            session={session}
          />
        )}
        {response !== null && (!isDrawn || shown === 'json') && <Json body={response.body} />}
      </div>
      {response !== null && <Headers response={response} />}
      {isDrawn && <NextStep operation={operation} data={response.body.data} session={session} />}
    </section>
  );
}

/** Moves the focus to a new response, if the focus is still in the form or in the last response. */
function useFocusOnArrival(
  id: number | undefined,
  heading: React.RefObject<HTMLHeadingElement | null>,
): void {
  const seen = useRef(id);
  useEffect(() => {
    if (id === seen.current) return;
    seen.current = id;
    const active = document.activeElement;
    if (heading.current === null) return;
    if (active !== document.body && active?.closest('.form, .response') == null) return;
    heading.current.focus({ preventScroll: true });
    const { top } = heading.current.getBoundingClientRect();
    // If there is too little space for the response below its heading, the page scrolls to the heading.
    if (top < 0 || top > innerHeight / 2) heading.current.scrollIntoView({ block: 'start' });
  }, [id, heading]);
}

interface DrawnProps {
  operation: Operation;
  body: Data;
  ratePlanId: Values['ratePlanId'];
  stay: string;
  session: Session;
}

/**
 * The only fields of the form that pictures use are the rate plan and the dates. So a change of any other field does
 * not render a picture again.
 */
const Drawn = memo(
  ({ operation, body, session }: DrawnProps) => (
    <Picture operation={operation} body={body} session={session} />
  ),
  (before, after) =>
    before.body === after.body &&
    before.ratePlanId === after.ratePlanId &&
    before.stay === after.stay &&
    before.session.hotels === after.session.hotels,
);

const Json = memo(function Json({ body }: { body: Data }) {
  const words = useConsoleWords();
  return <CodeBlock label={words.json} code={JSON.stringify(body, null, 2)} language="json" copy />;
});

function Facts({ response }: { response: ApiResponse }) {
  const words = useConsoleWords();
  return (
    <p className="facts" role="status">
      <Badge tone={response.status < 300 ? 'good' : 'bad'}>
        <span className="unseen">{words.status} </span>
        {response.status}
      </Badge>
      <span dir="ltr">{response.milliseconds} ms</span>
      {limitsOf(response).map(({ window, left, limit }) => (
        <span key={window}>{words.rateLimitLeft(window, left, limit)}</span>
      ))}
    </p>
  );
}

const Headers = memo(function Headers({ response }: { response: ApiResponse }) {
  const words = useConsoleWords();
  return (
    <details className="headers">
      <summary>{words.headers}</summary>
      <dl dir="ltr">
        {response.headers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
});
