import type { AuditLine } from '../../../../src/api/hotel/hotel-api.ts';
import { instantText } from '../dates.ts';
import type { AccountWords } from '../words/account-en.ts';
import { ListState } from './list-state.tsx';
import { useList } from './use-list.ts';
import { useSpeech } from './words.ts';

const REFUSED = 'refused ';

/** Who did what and when, for managers. */
export function Activity() {
  const speech = useSpeech();
  const { words, shell } = speech;
  const list = useList<AuditLine>('/audit');
  return (
    <>
      <p className="hint">{words.activity.note}</p>
      <ListState list={list} speech={speech} />
      {list.lines?.length === 0 && <p>{words.activity.nothing}</p>}
      <ul className="account-lines">
        {(list.lines ?? []).map((line) => (
          <li key={line.id} className="account-entry">
            <span className="account-line">
              <strong className={line.action.startsWith(REFUSED) ? 'bad' : undefined}>
                {actionText(line.action, words)}
              </strong>
              <small>
                <Who text={line.who} />
                {shell.comma} {instantText(line.at, shell)}
              </small>
            </span>
            <Difference line={line} words={words} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The audit names people as `name <address>`. In one piece, a line break would mix up the two directions. */
export function Who({ text }: { text: string }) {
  const [, name, email] = /^(.*) <(.*)>$/.exec(text) ?? [];
  if (name === undefined) return <bdi>{text}</bdi>;
  return (
    <>
      <bdi>{name}</bdi> <bdi>({email})</bdi>
    </>
  );
}

export function actionText(action: string, { activity }: AccountWords): string {
  if (!action.startsWith(REFUSED)) return activity.actions[action] ?? action;
  const attempt = action.slice(REFUSED.length);
  return activity.refused(activity.attempts[attempt] ?? attempt);
}

/** What was stored about the change, as it is stored: people of the service ask for these words. */
function Difference({ line: { before, after }, words }: { line: AuditLine; words: AccountWords }) {
  const shown = [before, after].filter((one) => one !== null && one !== undefined);
  if (shown.length === 0) return null;
  return (
    <details>
      <summary>{words.activity.details}</summary>
      {shown.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: at most two, before and after.
        <pre key={index} dir="ltr" className="account-stored">
          {JSON.stringify(one, null, 2)}
        </pre>
      ))}
    </details>
  );
}
