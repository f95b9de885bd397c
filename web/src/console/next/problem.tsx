import { useEffect, useState } from 'react';
import { leftToRight } from '../../i18n/isolate.ts';
import { Callout } from '../../parts/callout.tsx';
import { moneyText } from '../../parts/money.ts';
import { Link, navigate } from '../../parts/router.tsx';
import { newKey } from '../fields.ts';
import { focusField, wishFirstField } from '../focus.ts';
import type { Operation } from '../operation.ts';
import { addressOf } from '../operations.ts';
import type { Call, Data } from '../state/session.ts';
import { currentSession, dispatch } from '../state/store.ts';
import { useConsoleWords } from '../use-words.ts';
import { type Action, adviceFor, retryAt } from './advice.ts';

/** The actions that send requests. */
export interface Deeds {
  send: (operation: Operation) => void;
  create: (role: 'partner' | 'hotel') => void;
  reset: () => void;
}

interface ProblemProps {
  operation: Operation;
  call: Call;
  deeds: Deeds;
}

/**
 * Shows an error: an explanation, then buttons with the possible actions, then the code and the message from the
 * response.
 */
export function Problem({ operation, call, deeds }: ProblemProps) {
  const words = useConsoleWords();
  const error = call.response?.body?.error;
  if (call.response === null || error === undefined)
    return (
      <Callout tone="bad" role="alert" title={words.whatWentWrong}>
        <p>{textOf(call, words)}</p>
        <Actions operation={operation} call={call} deeds={deeds} />
      </Callout>
    );
  return (
    <Callout tone="bad" role="alert" title={words.whatWentWrong}>
      <p>{words.error[error.code] ?? error.message}</p>
      {error.code === 'VALIDATION_ERROR' && <Fields details={error.details} />}
      <Actions operation={operation} call={call} deeds={deeds} />
      <p className="raw" dir="ltr" lang="en">
        <code>{error.code}</code>: {error.message}
      </p>
      <p>
        <Link href={`/errors/${error.code}`}>{words.errorPage(error.code)}</Link>
      </p>
    </Callout>
  );
}

function textOf(call: Call, words: ReturnType<typeof useConsoleWords>): string {
  if (call.outcome === 'cancelled') return words.cancelledText;
  return call.outcome === 'interrupted' ? words.interruptedText : words.unreachableText;
}

function Fields({ details }: { details: Data }) {
  if (!Array.isArray(details)) return null;
  return (
    <ul className="raw" dir="ltr" lang="en">
      {details.map((one: Data) => (
        <li key={`${one.field} ${one.code}`}>
          <code>{one.field}</code>: {one.message}
        </li>
      ))}
    </ul>
  );
}

function Actions({ operation, call, deeds }: ProblemProps) {
  const words = useConsoleWords();
  const { response } = call;
  const { values } = currentSession();
  const about = { operation: operation.id, group: operation.group, values };
  const actions = adviceFor(response?.body?.error?.code ?? '', {
    ...about,
    details: response?.body?.error?.details,
  });
  const seconds = useSecondsUntil(retryAt(call));
  const act = (action: Action) => {
    if (action.values !== undefined) dispatch({ kind: 'fields', values: action.values });
    const { does } = action;
    if (does.kind === 'go') {
      wishFirstField();
      navigate(addressOf(does.operation));
    } else if (does.kind === 'send') {
      if (does.withNewKey) dispatch({ kind: 'field', field: 'idempotencyKey', value: newKey() });
      deeds.send(operation);
    } else if (does.kind === 'field') focusField(does.field);
    else if (does.kind === 'credentials') deeds.create(does.role);
    else deeds.reset();
  };
  return (
    <ul className="actions" aria-label={words.whatToDo}>
      {actions.map((action, index) => {
        const isWaiting = action.does.kind === 'send' && seconds > 0;
        return (
          <li key={action.word}>
            <button
              type="button"
              className={index === 0 ? 'primary' : 'secondary'}
              disabled={isWaiting}
              onClick={() => act(action)}
            >
              {wordOf(action, words)}
            </button>
            {isWaiting && <small role="timer"> {words.waitSeconds(seconds)}</small>}
          </li>
        );
      })}
    </ul>
  );
}

function wordOf({ word, about = '' }: Action, words: ReturnType<typeof useConsoleWords>): string {
  const text = words.action[word];
  if (typeof text === 'string') return text;
  const [amount = '', currency = ''] = about.split(' ');
  return text(leftToRight(moneyText(amount, currency)));
}

/** The number of whole seconds until a moment. The number is 0 after the moment has passed. */
function useSecondsUntil(until: number | null): number {
  const [now, setNow] = useState(Date.now());
  const left = until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), 250);
    return () => clearTimeout(timer);
  });
  return left;
}
