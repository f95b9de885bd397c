import { useEffect, useState } from 'react';
import { Link } from '../parts/router.tsx';
import { addressOf } from './operations.ts';
import { cancelCall } from './state/send.ts';
import type { Call } from './state/session.ts';
import { useConsoleWords } from './use-words.ts';

/**
 * Lists requests that wait for a response, with the waiting time. A request appears a moment after it was sent.
 * Otherwise short requests would make the list flicker.
 */
export function Flights({ calls }: { calls: Call[] }) {
  const words = useConsoleWords();
  return (
    <ul className="flights" aria-label={words.sending}>
      {calls.map((call) => (
        <Flight key={call.id} call={call} />
      ))}
    </ul>
  );
}

const SHOWN_AFTER_MILLISECONDS = 400;

function Flight({ call }: { call: Call }) {
  const words = useConsoleWords();
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 200);
    return () => clearInterval(timer);
  }, []);
  const waited = now - call.at;
  if (waited < SHOWN_AFTER_MILLISECONDS) return null;
  return (
    <li>
      <span className="spinner" aria-hidden="true" />
      <Link href={addressOf(call.operation)}>{words.flight(words.operation[call.operation])}</Link>
      <bdi dir="ltr" role="timer">
        {(waited / 1000).toFixed(1)} s
      </bdi>
      <button type="button" className="quiet small" onClick={() => cancelCall(call.id)}>
        {words.stopWaiting}
      </button>
    </li>
  );
}
