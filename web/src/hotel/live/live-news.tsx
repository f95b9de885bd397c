import { useEffect, useState } from 'react';
import type { SessionView } from '../../../../src/http/hotel-page/hotel-api.ts';
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
        const isNew = first.revision === 1 && first.status === 'CONFIRMED';
        setSaid(isNew ? words.announce.new(first.guest.name) : words.announce.changed(first.guest.name));
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
