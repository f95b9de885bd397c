import type { Role } from '../../../src/http/hotel-page/hotel-api.ts';
import type { KeyPair } from '../api/keys.ts';
import { linkToHotelPage } from './hotel-page-link.ts';
import { useConsoleWords } from './use-words.ts';

/** Opens the page of the private hotel in another window. A one-time link signs the reader in. */
export function HotelPageButtons({ keys, onProblem }: { keys: KeyPair; onProblem: (code: string) => void }) {
  const { supply: words } = useConsoleWords();
  const open = async (role: Role) => {
    // The window is opened before the request. Browsers block windows that are not opened directly by a click.
    const opened = window.open('about:blank', '_blank');
    const { address, code } = await linkToHotelPage(keys, role);
    if (address === null) {
      opened?.close();
      return onProblem(code);
    }
    if (opened === null) location.assign(address);
    else opened.location.replace(address);
  };
  return (
    <div className="hotel-page-buttons">
      <button type="button" className="secondary" onClick={() => void open('MANAGER')}>
        {words.openAsManager}
      </button>
      <button type="button" className="secondary" onClick={() => void open('FRONT_DESK')}>
        {words.openAsReception}
      </button>
      <span className="hint">{words.pageHint}</span>
    </div>
  );
}
