import type { ReactNode } from 'react';
import { CheckIcon } from '../../parts/icons.tsx';
import { Link } from '../../parts/router.tsx';
import type { OperationId } from '../operation.ts';
import { addressOf, PATH } from '../operations.ts';
import type { Session } from '../state/session.ts';
import { useConsoleWords } from '../use-words.ts';
import { resultOf } from './result.ts';

const OPTIONAL: OperationId[] = ['priceCheck', 'prebook'];

interface PathProps {
  shown: OperationId;
  session: Session;
  /** The form and the response of the current operation. */
  children: ReactNode;
}

/**
 * Shows the path: the steps in the life of a booking. The current step is open. Each completed step shows its result in
 * one line. If the reader opens an operation that is not a step, the path is shown as one line, with the operation
 * below it.
 */
export function Path({ shown, session, children }: PathProps) {
  const words = useConsoleWords();
  const isOnPath = PATH.some(({ id }) => id === shown);
  return (
    <>
      <ol className={isOnPath ? 'path' : 'path short'} aria-label={words.lifecycle}>
        {PATH.map(({ id, step }, index) => {
          const result = resultOf(id, session, words);
          const isShown = id === shown;
          const state = isShown
            ? 'now'
            : result?.isGood
              ? 'done'
              : session.step === step
                ? 'next-up'
                : 'later';
          return (
            <li key={id} className={state}>
              <span className="dot" aria-hidden="true">
                {state === 'done' ? <CheckIcon /> : index + 1}
              </span>
              <div className="step">
                {!isShown && (
                  <p className="step-line">
                    <Link href={addressOf(id)}>{words.steps[step]}</Link>
                    {result === null
                      ? OPTIONAL.includes(id) && <small>{words.result.optional}</small>
                      : isOnPath && <span className={result.isGood ? undefined : 'bad'}>{result.text}</span>}
                  </p>
                )}
                {isShown && children}
              </div>
            </li>
          );
        })}
      </ol>
      {!isOnPath && <div className="off-path">{children}</div>}
    </>
  );
}
