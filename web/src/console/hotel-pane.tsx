import { useEffect, useState } from 'react';
import type { KeyPair } from '../api/keys.ts';
import { isSignedInAt, linkToHotelPage } from './hotel-page-link.ts';
import { dispatch } from './state/store.ts';
import { useConsoleWords } from './use-words.ts';

interface HotelPaneProps {
  keys: KeyPair;
  /** The public id of the private hotel. */
  hotelId: string;
  isOpen: boolean;
}

/** Shows the page of the private hotel beside the form. */
export function HotelPane({ keys, hotelId, isOpen }: HotelPaneProps) {
  const { hotelPane: words } = useConsoleWords();
  const toggle = () => dispatch({ kind: 'hotelPane', isOpen: !isOpen });
  return (
    <section className="panel hotel-pane" aria-labelledby="hotel-pane-title">
      <header>
        <h2 id="hotel-pane-title">{words.title}</h2>
        <button type="button" className="quiet small" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? words.close : words.open}
        </button>
      </header>
      <p className="hint">{words.hint}</p>
      {isOpen && <Frame key={keys.clientId} keys={keys} hotelId={hotelId} />}
    </section>
  );
}

/**
 * Shows the hotel page in the session of this browser. If nobody is signed in, a link signs in a test account of the
 * front desk.
 */
function Frame({ keys, hotelId }: Omit<HotelPaneProps, 'isOpen'>) {
  const { hotelPane: words } = useConsoleWords();
  const [address, setAddress] = useState<string | 'failed' | null>(null);
  useEffect(() => {
    let isCurrent = true;
    addressFor(keys, hotelId).then((found) => {
      if (isCurrent) setAddress(found ?? 'failed');
    });
    return () => {
      isCurrent = false;
    };
  }, [keys, hotelId]);
  if (address === 'failed') return <p className="bad">{words.failed}</p>;
  return <div className="frame">{address !== null && <iframe src={address} title={words.frame} />}</div>;
}

/**
 * Returns the plain address if somebody is already signed in, because a sign-in link would end that session. If nobody
 * is signed in, the function requests a new sign-in link, because each link works only once.
 */
async function addressFor(keys: KeyPair, hotelId: string): Promise<string | null> {
  if (await isSignedInAt(hotelId)) return '/hotel';
  return (await linkToHotelPage(keys, 'FRONT_DESK')).address;
}

/** Explains to a partner how to get a private hotel. */
export function HotelPaneHint({ onCreate }: { onCreate: () => void }) {
  const { hotelPane: words } = useConsoleWords();
  return (
    <section className="panel hotel-pane" aria-labelledby="hotel-pane-title">
      <h2 id="hotel-pane-title">{words.title}</h2>
      <p className="hint">{words.explain}</p>
      <button type="button" className="secondary" onClick={onCreate}>
        {words.create}
      </button>
    </section>
  );
}
