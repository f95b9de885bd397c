import type { CalendarView } from '../../../../src/http/hotel-page/calendar-api.ts';
import { dayText } from '../dates.ts';
import { nameIn } from '../language.tsx';
import { Left } from './day-list.tsx';
import type { Speech } from './words.ts';

interface TonightProps {
  view: CalendarView;
  speech: Speech;
  isBusy: boolean;
  onSet: (day: string, closed: boolean, roomTypes: string[], what: string) => void;
}

/** Closes tonight with one tap, for one room type or for all. It is what a reception does most. */
export function Tonight({ view, speech, isBusy, onSet }: TonightProps) {
  const { words, shell, language } = speech;
  const { today } = view;
  const nights = view.rooms.flatMap((room) =>
    room.days.filter(({ day }) => day === today).map((day) => ({ room, day })),
  );
  const has = (state: string) => nights.some(({ day }) => day.state === state);
  const all = view.rooms.map(({ id }) => id);
  const allText = `${words.allRoomTypes}${shell.comma} ${words.tonight}`;
  return (
    <section className="rooms-tonight" aria-labelledby="rooms-tonight">
      <h2 id="rooms-tonight">
        {words.tonight} <small>{dayText(today, shell)}</small>
      </h2>
      <ul>
        {nights.map(({ room, day }) => {
          const isOpen = day.state === 'OPEN';
          const name = nameIn(language, room);
          const text = isOpen ? words.closeTonight : words.openTonight;
          return (
            <li key={room.id}>
              <span className="rooms-tonight-name">
                <span>{name}</span>
                <Left day={day} speech={speech} />
              </span>
              {day.state !== 'NOT_OPEN' && (
                <button
                  type="button"
                  className={isOpen ? undefined : 'primary'}
                  aria-label={`${text}: ${name}`}
                  disabled={isBusy}
                  onClick={() => onSet(today, isOpen, [room.id], `${name}${shell.comma} ${words.tonight}`)}
                >
                  {text}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <div className="rooms-all">
        <span>{words.allRoomTypes}</span>
        {has('OPEN') && (
          <button
            type="button"
            aria-label={`${words.closeTonight}: ${words.allRoomTypes}`}
            disabled={isBusy}
            onClick={() => onSet(today, true, all, allText)}
          >
            {words.closeTonight}
          </button>
        )}
        {has('CLOSED') && (
          <button
            type="button"
            className="primary"
            aria-label={`${words.openTonight}: ${words.allRoomTypes}`}
            disabled={isBusy}
            onClick={() => onSet(today, false, all, allText)}
          >
            {words.openTonight}
          </button>
        )}
      </div>
    </section>
  );
}
