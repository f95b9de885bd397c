import type { List } from './use-list.ts';
import { problemText, type Speech } from './words.ts';

/** Shown while a list is loading, and when loading has failed. */
export function ListState({ list, speech }: { list: List<unknown>; speech: Speech }) {
  const { shell } = speech;
  if (list.error !== null)
    return (
      <div role="alert">
        <p className="bad">{problemText(list.error, speech)}</p>
        <button type="button" onClick={() => void list.load()}>
          {shell.tryAgain}
        </button>
      </div>
    );
  return list.lines === null ? <p className="hint">{shell.loading}</p> : null;
}
