import type { Role } from '../../../src/api/hotel/hotel-api.ts';
import { useWords } from '../i18n/language.tsx';
import { type KeyPair, send } from './api-request.ts';

const PATH = '/supply/v1/sandbox/page-links';

/** Opens the page of the private hotel in another window, signed in by a link that works once. */
export function HotelPageButtons({ keys, onProblem }: { keys: KeyPair; onProblem: (code: string) => void }) {
  const { supply: words } = useWords();
  const open = async (role: Role) => {
    // Before the request: after it, the browser would not take this for the reader's own wish and would block the window.
    const opened = window.open('about:blank', '_blank');
    const headers = {
      'Content-Type': 'application/json',
      'X-Client-Id': keys.clientId,
      'X-Api-Key': keys.apiKey,
    };
    const answer = await send({ method: 'POST', path: PATH, headers, body: { role } });
    if (answer?.status !== 200) {
      opened?.close();
      return onProblem(answer?.body?.error?.code ?? '');
    }
    // The reader may use another host or port than the settings name.
    const { pathname, hash } = new URL(answer.body.data.url);
    const address = `${location.origin}${pathname}${hash}`;
    if (opened === null) location.assign(address);
    else opened.location.replace(address);
  };
  return (
    <div className="hotel-page-buttons">
      <button type="button" className="primary" onClick={() => void open('MANAGER')}>
        {words.openAsManager}
      </button>
      <button type="button" onClick={() => void open('FRONT_DESK')}>
        {words.openAsFrontDesk}
      </button>
      <span className="hint">{words.pageHint}</span>
    </div>
  );
}
