import { useEffect, useId, useState } from 'react';
import type { AuditKind, AuditLine, AuditPage } from '../../../../src/http/hotel-page/audit-api.ts';
import { callApi } from '../api.ts';
import { instantText } from '../dates.ts';
import { useSpeech as useRoomsSpeech } from '../rooms/words.ts';
import type { AccountWords } from '../words/account-en.ts';
import { factText } from './fact-text.ts';
import { ListState } from './list-state.tsx';
import { type Speech, useSpeech } from './words.ts';

const REFUSED = 'refused ';
const KINDS: (AuditKind | '')[] = ['', 'ACCOUNTS', 'SIGN_INS', 'ROOMS', 'REFUSED'];

/** Shows managers who did what, and when. */
export function Activity() {
  const speech = useSpeech();
  const { words, shell } = speech;
  const [kind, setKind] = useState<AuditKind | ''>('');
  const audit = useAudit(kind);
  const field = useId();
  return (
    <>
      <p className="hint">{words.activity.note}</p>
      <div className="account-field">
        <label htmlFor={field}>{words.activity.filter}</label>
        <select id={field} value={kind} onChange={({ target }) => setKind(target.value as AuditKind | '')}>
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {words.activity.kinds[one]}
            </option>
          ))}
        </select>
      </div>
      {audit.lines?.length === 0 && <p>{words.activity.nothing}</p>}
      <ul className="account-lines">
        {(audit.lines ?? []).map((line) => (
          <li key={line.id} className="account-entry">
            <span className="account-line">
              <strong className={line.action.startsWith(REFUSED) ? 'bad' : undefined}>
                {actionText(line.action, words)}
              </strong>
              <small>
                <Who line={line} words={words} />
                {shell.comma} {instantText(line.at, shell)}
              </small>
            </span>
            <Facts line={line} speech={speech} />
          </li>
        ))}
      </ul>
      <ListState list={audit} speech={speech} />
      {audit.next !== null && (
        <button type="button" onClick={() => void audit.load()}>
          {words.activity.more}
        </button>
      )}
    </>
  );
}

/**
 * Returns the entries that are already loaded. `load` loads the next page. After an error, `load` loads the same page
 * again.
 */
function useAudit(kind: AuditKind | '') {
  const [page, setPage] = useState<{ lines: AuditLine[] | null; next: number | null }>({
    ...{ lines: null, next: null },
  });
  const [error, setError] = useState<unknown>(null);
  const read = async (lines: AuditLine[], before: number | null, isGone: () => boolean) => {
    const query = new URLSearchParams({
      ...(kind !== '' && { kind }),
      ...(before !== null && { before: `${before}` }),
    });
    try {
      const found = await callApi<AuditPage>(`/audit?${query}`);
      if (isGone()) return;
      setPage({ lines: [...lines, ...found.lines], next: found.next });
      setError(null);
    } catch (problem) {
      if (!isGone()) setError(problem);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads the first page when the kind changes.
  useEffect(() => {
    let isGone = false;
    setPage({ lines: null, next: null });
    void read([], null, () => isGone);
    return () => {
      isGone = true;
    };
  }, [kind]);
  return { ...page, error, load: () => read(page.lines ?? [], page.next, () => false) };
}

/**
 * Name and e-mail address are separate elements, because their text directions differ. In one element, a line break
 * could show their parts in the wrong order.
 */
export function Who({ line: { by, who, email }, words }: { line: AuditLine; words: AccountWords }) {
  if (by === 'OPERATOR') return words.activity.operator;
  return (
    <>
      <bdi>{who}</bdi> {email !== null && <bdi>({email})</bdi>}
    </>
  );
}

export function actionText(action: string, { activity }: AccountWords): string {
  // Some changes have no text here, such as the import of a hotel file. Only operators can make these changes.
  if (!action.startsWith(REFUSED)) return activity.actions[action] ?? activity.otherAction;
  const attempt = action.slice(REFUSED.length);
  return activity.refused(activity.attempts[attempt] ?? attempt);
}

/** The facts of an audit entry, one per line. For a changed fact, the line contains the old value and the new value. */
function Facts({ line: { facts = [] }, speech }: { line: AuditLine; speech: Speech }) {
  const rooms = useRoomsSpeech();
  if (facts.length === 0) return null;
  return (
    <ul className="account-facts">
      {facts.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of an entry never changes.
        <li key={index}>{factText(fact, speech, rooms)}</li>
      ))}
    </ul>
  );
}
