import { type Dispatch, useState } from 'react';
import { useWords } from '../i18n/language.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import type { ApiResponse } from './api-request.ts';
import { limitsOf } from './limits.ts';
import { NextStep } from './next-step.tsx';
import type { Operation } from './operations.ts';
import { Picture } from './pictures.tsx';
import type { Event, Session } from './session.ts';
import { Tabs } from './tabs.tsx';

interface ResponseProps {
  operation: Operation;
  /** Undefined before the first request, null when there was no response. */
  answer: ApiResponse | null | undefined;
  sending: boolean;
  session: Session;
  dispatch: Dispatch<Event>;
}

export function ResponsePanel({ operation, answer, sending, session, dispatch }: ResponseProps) {
  const words = useWords();
  const [shown, show] = useState<'picture' | 'json'>('picture');
  const isDrawn = answer != null && answer.status === 200;
  return (
    <section className="panel" aria-labelledby="response-title" aria-busy={sending}>
      <header>
        <h3 id="response-title">{words.response}</h3>
        {answer != null && !sending && <Facts answer={answer} />}
        <p className="sending" role="status">
          {sending ? words.sending : ''}
        </p>
        {isDrawn && (
          <Tabs
            label={words.response}
            controls="answer"
            names={['picture', 'json'] as const}
            wordOf={(name) => words[name]}
            chosen={shown}
            choose={show}
          />
        )}
      </header>
      {answer === undefined && !sending && <p className="hint">{words.noResponse}</p>}
      {answer === null && !sending && <p className="problem">{words.unreachableText}</p>}
      {answer != null && (
        <>
          <div id="answer" role="tabpanel" aria-label={words[shown]}>
            {!isDrawn && <Problem answer={answer} />}
            {isDrawn && shown === 'picture' && (
              <Picture operation={operation} body={answer.body} session={session} dispatch={dispatch} />
            )}
            {(!isDrawn || shown === 'json') && (
              <CodeBlock label={words.json} code={JSON.stringify(answer.body, null, 2)} />
            )}
          </div>
          <Headers answer={answer} />
          {isDrawn && <NextStep operation={operation} data={answer.body.data} session={session} />}
        </>
      )}
    </section>
  );
}

function Facts({ answer }: { answer: ApiResponse }) {
  const words = useWords();
  return (
    <p className="facts" role="status">
      <span className={answer.status < 300 ? 'good' : 'bad'}>
        <span className="unseen">{words.status} </span>
        {answer.status}
      </span>
      <span dir="ltr">{answer.milliseconds} ms</span>
      {limitsOf(answer).map(({ window, left, limit }) => (
        <span key={window}>{words.rateLimitLeft(window, left, limit)}</span>
      ))}
    </p>
  );
}

/** The error, first in words, then with its code and message as received. */
function Problem({ answer }: { answer: ApiResponse }) {
  const words = useWords();
  const error = answer.body?.error;
  if (error === undefined) return null;
  return (
    <div className="problem" role="alert">
      <h4>{words.whatWentWrong}</h4>
      <p>{words.error[error.code] ?? error.message}</p>
      <p dir="ltr" lang="en">
        <code>{error.code}</code>: {error.message}
      </p>
    </div>
  );
}

function Headers({ answer }: { answer: ApiResponse }) {
  const words = useWords();
  return (
    <details className="headers">
      <summary>{words.headers}</summary>
      <dl dir="ltr">
        {answer.headers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
