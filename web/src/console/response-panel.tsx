import { type Dispatch, useState } from 'react';
import { CodeBlock } from '../code-block.tsx';
import { useWords } from '../i18n/language.tsx';
import type { ApiResponse } from './api-request.ts';
import type { Operation } from './operations.ts';
import { Picture } from './pictures.tsx';
import type { Event, Session } from './session.ts';
import { Tabs } from './tabs.tsx';

interface ResponseProps {
  operation: Operation;
  answer: ApiResponse | null | undefined;
  session: Session;
  dispatch: Dispatch<Event>;
}

export function ResponsePanel({ operation, answer, session, dispatch }: ResponseProps) {
  const words = useWords();
  const [shown, show] = useState<'picture' | 'json'>('picture');
  if (answer === undefined)
    return (
      <section className="panel" aria-labelledby="response-title">
        <header>
          <h3 id="response-title">{words.response}</h3>
        </header>
        <p className="hint">{words.noResponse}</p>
      </section>
    );
  const drawn = answer !== null && answer.status === 200;
  return (
    <section className="panel" aria-labelledby="response-title">
      <header>
        <h3 id="response-title">{words.response}</h3>
        {answer !== null && <Facts answer={answer} />}
        {drawn && (
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
      <div id="answer" role="tabpanel" aria-label={words[shown]}>
        {answer === null && <p className="problem">{words.unreachableText}</p>}
        {answer !== null && !drawn && <Problem answer={answer} />}
        {drawn && shown === 'picture' && (
          <Picture operation={operation} body={answer.body} session={session} dispatch={dispatch} />
        )}
        {answer !== null && (!drawn || shown === 'json') && (
          <CodeBlock label={words.json} code={JSON.stringify(answer.body, null, 2)} />
        )}
      </div>
      {answer !== null && <Headers answer={answer} />}
    </section>
  );
}

function Facts({ answer }: { answer: ApiResponse }) {
  const words = useWords();
  const header = (name: string) => answer.headers.find(([one]) => one === name)?.[1];
  const [left, limit] = [header('ratelimit-remaining'), header('ratelimit-limit')];
  return (
    <p className="facts" role="status">
      <span className={answer.status < 300 ? 'good' : 'bad'}>
        <span className="unseen">{words.status} </span>
        {answer.status}
      </span>
      <span dir="ltr">{answer.milliseconds} ms</span>
      {left !== undefined && limit !== undefined && <span>{words.rateLimitLeft(left, limit)}</span>}
    </p>
  );
}

/** What went wrong, in words first: the code and the details follow as they came. */
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
