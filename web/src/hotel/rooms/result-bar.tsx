import type { CalendarView, Changed } from '../../../../src/http/hotel-page/calendar-api.ts';
import { ApiError } from '../api.ts';
import { dayText, instantText } from '../dates.ts';
import { errorText } from '../error-text.ts';
import type { Change } from './calendar-change.ts';
import type { Result } from './use-changes.ts';
import { productText, type Speech, whoText } from './words.ts';

interface ResultBarProps {
  result: Result;
  view: CalendarView;
  speech: Speech;
  isBusy: boolean;
  onUndo: (change: Change) => void;
  onDismiss: () => void;
}

const SHOWN_CELLS = 5;

/** Shows the result of the last change, with buttons to undo or retry it. */
export function ResultBar({ result, view, speech, isBusy, onUndo, onDismiss }: ResultBarProps) {
  const { words, shell } = speech;
  const { undo, again } = { undo: null, again: null, ...result };
  return (
    <div className={result.kind === 'done' ? 'rooms-result' : 'rooms-result problem'}>
      <div role={result.kind === 'done' ? 'status' : 'alert'}>
        {result.kind === 'done' && <p>{result.text}</p>}
        {result.kind === 'meanwhile' && <Meanwhile cells={result.cells} view={view} speech={speech} />}
        {result.kind === 'failed' && <p>{problemText(result.error, speech)}</p>}
      </div>
      <div className="rooms-result-actions">
        {undo !== null && (
          <button type="button" className="primary" disabled={isBusy} onClick={() => onUndo(undo)}>
            {words.undo}
          </button>
        )}
        {again !== null && (
          <button type="button" className="primary" disabled={isBusy} onClick={again}>
            {shell.tryAgain}
          </button>
        )}
        <button type="button" className="quiet" disabled={isBusy} onClick={onDismiss}>
          {words.dismiss}
        </button>
      </div>
    </div>
  );
}

/** Shows who else has changed which nights, and when. */
export function Meanwhile({
  cells,
  view,
  speech,
}: {
  cells: Extract<Result, { kind: 'meanwhile' }>['cells'];
  view: CalendarView;
  speech: Speech;
}) {
  const { words, shell } = speech;
  return (
    <>
      <p>
        <strong>{words.meanwhileTitle}</strong>
      </p>
      <ul>
        {cells.slice(0, SHOWN_CELLS).map(({ product, day, changed }) => (
          <li key={product + day}>
            {meanwhileText(productText(view, product, speech), dayText(day, shell), changed, speech)}
          </li>
        ))}
        {cells.length > SHOWN_CELLS && <li>{words.form.moreDays(cells.length - SHOWN_CELLS)}</li>}
      </ul>
      <p>{words.meanwhileNext}</p>
    </>
  );
}

/** `changed` is null after a reset of the sandbox, because the reset deletes the records of changes. */
function meanwhileText(product: string, day: string, changed: Changed | null, speech: Speech): string {
  const { words, shell } = speech;
  if (changed === null) return `${product}${shell.comma} ${day}: ${words.neverChanged}`;
  return words.meanwhileLine(product, day, whoText(changed.by, speech), instantText(changed.at, shell));
}

export function problemText(error: unknown, { words, shell }: Speech): string {
  const own = {
    OFFLINE: words.needsLine,
    CHANGE_REJECTED: words.rejected,
    ROLE_NOT_ALLOWED: words.notAllowed,
  };
  return error instanceof ApiError ? errorText(error, shell, own) : words.failed;
}
