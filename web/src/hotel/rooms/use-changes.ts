import { useState } from 'react';
import type {
  CellChange,
  ChangeBody,
  ChangedMeanwhile,
  ChangedView,
} from '../../../../src/http/hotel-page/calendar-api.ts';
import { ApiError, callApi } from '../api.ts';
import { type Change, undoOf } from './calendar-change.ts';

/** The result of the last change. */
export type Result =
  | { kind: 'done'; text: string; undo: Change | null }
  | { kind: 'meanwhile'; cells: ChangedMeanwhile['cells'] }
  | { kind: 'failed'; error: unknown; again: (() => void) | null };

export interface Changes {
  result: Result | null;
  isSending: boolean;
  send: (change: Change, doneText: string, options?: SendOptions) => Promise<Result['kind']>;
  dismiss: () => void;
}

interface SendOptions {
  isUndo?: boolean;
  /** The id of the change, if the caller may send the same change more than once. Otherwise a new id is made. */
  id?: string;
}

/** Sends changes of the calendar. `onEnd` is called after each attempt, even after a failed one. */
export function useChanges(onEnd: () => Promise<void>): Changes {
  const [result, setResult] = useState<Result | null>(null);
  const [isSending, setSending] = useState(false);
  const post = async (body: ChangeBody, doneText: string, isUndo: boolean): Promise<Result['kind']> => {
    setSending(true);
    const found = await callApi<ChangedView>('/calendar', { body }).then(
      ({ changes }) => success(changes, doneText, isUndo),
      (error) => failure(error, () => void post(body, doneText, isUndo)),
    );
    setResult(found);
    await onEnd();
    setSending(false);
    return found.kind;
  };
  return {
    result,
    isSending,
    send: (change, doneText, { isUndo = false, id = crypto.randomUUID() } = {}) =>
      post({ id, ...change }, doneText, isUndo),
    dismiss: () => setResult(null),
  };
}

function success(changes: CellChange[], text: string, isUndo: boolean): Result {
  const undo = undoOf(changes);
  return { kind: 'done', text, undo: isUndo || undo.updates.length === 0 ? null : undo };
}

/**
 * If no response arrived, the service may have saved the change. `again` sends the same body, and the service saves the
 * change only once.
 */
function failure(error: unknown, again: () => void): Result {
  if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE')
    return { kind: 'meanwhile', cells: (error.details as ChangedMeanwhile).cells };
  const mayHelp = error instanceof ApiError && (error.status === 0 || error.status >= 500);
  return { kind: 'failed', error, again: mayHelp ? again : null };
}
