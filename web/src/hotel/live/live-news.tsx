import { useEffect, useState } from 'react';
import type { SessionView } from '../../../../src/http/hotel-page/hotel-api.ts';
import { isolated } from '../isolated.ts';
import { newsOf } from '../reception/booking-text.ts';
import { useReceptionWords } from '../reception/reception-words.ts';
import { unreceived } from '../shell/connection.ts';
import { arrivedNews } from '../store/day.ts';
import { useObserved } from '../store/observable.ts';
import { startLive } from './live.ts';
import { playChime, unlockSound } from './sound.ts';

/** Receives the hotel's changes while somebody is signed in, and announces new bookings. */
export function LiveNews({ session }: { session: SessionView }) {
  const words = useReceptionWords();
  const [said, setSaid] = useState('');
  const count = useObserved(unreceived);
  const personId = session.person.id;
  useEffect(() => startLive(personId), [personId]);
  useEffect(() => unlockSound(), []);
  useEffect(
    () =>
      arrivedNews.subscribe(() => {
        const [first] = arrivedNews.get();
        if (first === undefined) return;
        playChime();
        setSaid(words.announce[newsOf(first)](isolated(first.guest.name)));
      }),
    [words],
  );
  useEffect(() => {
    if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => {});
  }, [count]);
  return (
    <div className="unseen" role="status" aria-live="polite">
      {said}
    </div>
  );
}
