import type { SessionLine } from '../../../../src/http/hotel-page/hotel-api.ts';
import { callApi } from '../api.ts';
import { instantText } from '../dates.ts';
import { useRest } from '../use-rest.ts';
import { deviceText } from './device.ts';
import { ListState } from './list-state.tsx';
import { Outcome } from './parts.tsx';
import { useList } from './use-list.ts';
import { useSending } from './use-sending.ts';
import { useSpeech } from './words.ts';

export function Sessions() {
  const speech = useSpeech();
  const { words, shell } = speech;
  const list = useList<SessionLine>('/account/sessions');
  const sending = useSending();
  const isResting = useRest((list.lines ?? []).map(({ id }) => id).join(' '));
  const end = async (id: string) => {
    await sending.run(() => callApi(`/account/sessions/${id}`, { method: 'DELETE' }), words.sessions.ended);
    await list.load();
  };
  return (
    <>
      <ListState list={list} speech={speech} />
      <Outcome sending={sending} speech={speech} />
      <ul className="account-lines">
        {(list.lines ?? []).map(({ id, device, address, created_at, used_at, is_this }) => {
          const name = deviceText(device) || words.sessions.unknown;
          return (
            <li key={id}>
              <span className="account-line">
                <strong>
                  <bdi>{name}</bdi> {is_this && <em>{words.sessions.thisOne}</em>}
                </strong>
                <small>
                  {words.sessions.since(instantText(created_at, shell))}
                  {shell.comma} {words.sessions.used(instantText(used_at, shell))}
                  {shell.comma} <bdi>{address}</bdi>
                </small>
              </span>
              {!is_this && (
                <button
                  type="button"
                  aria-label={words.sessions.endOf(name)}
                  disabled={sending.isSending || isResting}
                  onClick={() => void end(id)}
                >
                  {words.sessions.end}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
