import { useState } from 'react';
import type { CalendarView } from '../../../../src/http/hotel-page/calendar-api.ts';
import { dayText, instantText } from '../dates.ts';
import { isolated } from '../isolated.ts';
import { Name, nameIn } from '../language.tsx';
import { Left } from './day-list.tsx';
import { OpenTonightDialog } from './open-tonight-dialog.tsx';
import { isOwnStop, nightsOfToday, whyNothingToSell } from './tonight-rules.ts';
import { type Speech, whoText } from './words.ts';

interface TonightProps {
  view: CalendarView;
  isManager: boolean;
  /** The name of the person who uses the page. */
  personName: string;
  speech: Speech;
  isBusy: boolean;
  onSet: (day: string, closed: boolean, roomTypes: string[], what: string) => void;
}

/**
 * Stops or starts the sales of tonight with one tap, for one room type or for all. A reception makes this change more
 * often than any other. One button opens all room types. If this person did not stop all these sales today, the page
 * first asks which room types to open.
 */
export function Tonight({ view, isManager, personName, speech, isBusy, onSet }: TonightProps) {
  const { words, shell, language } = speech;
  const { today } = view;
  const [isAsking, setAsking] = useState(false);
  const nights = nightsOfToday(view);
  const closed = nights.filter(({ day }) => day.state === 'CLOSED');
  const all = view.rooms.map(({ id }) => id);
  const allText = `${words.allRoomTypes}${shell.comma} ${words.tonight}`;
  const openAll = () => {
    if (closed.every(({ day }) => isOwnStop(day, personName, today))) onSet(today, false, all, allText);
    else setAsking(true);
  };
  return (
    <section className="rooms-tonight" aria-labelledby="rooms-tonight">
      <h2 id="rooms-tonight">
        {words.tonight} <small>{dayText(today, shell)}</small>
      </h2>
      <ul>
        {nights.map((night) => {
          const { room, day } = night;
          const why = whyNothingToSell(night);
          const isOpen = day.state === 'OPEN';
          const name = nameIn(language, room);
          const text = isOpen ? words.closeTonight : words.openTonight;
          return (
            <li key={room.id}>
              <span className="rooms-tonight-name">
                <Name of={room} />
                <Left day={day} speech={speech} />
                {why !== null && <small className="bad">{words.nothingToSell[why]}</small>}
                {day.state === 'NOT_OPEN' && !isManager && <small>{words.onlyManagersOpen}</small>}
                {day.state === 'CLOSED' && day.changed !== null && (
                  <small>
                    {words.openWhich.by(
                      isolated(whoText(day.changed.by, speech)),
                      instantText(day.changed.at, shell),
                    )}
                  </small>
                )}
              </span>
              {day.state !== 'NOT_OPEN' && (
                <button
                  type="button"
                  className={isOpen ? undefined : 'primary'}
                  aria-label={`${text}: ${name}`}
                  disabled={isBusy}
                  onClick={() =>
                    onSet(today, isOpen, [room.id], `${isolated(name)}${shell.comma} ${words.tonight}`)
                  }
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
        {nights.some(({ day }) => day.state === 'OPEN') && (
          <button
            type="button"
            aria-label={`${words.closeTonight}: ${words.allRoomTypes}`}
            disabled={isBusy}
            onClick={() => onSet(today, true, all, allText)}
          >
            {words.closeTonight}
          </button>
        )}
        {closed.length > 0 && (
          <button
            type="button"
            className="primary"
            aria-label={`${words.openTonight}: ${words.allRoomTypes}`}
            disabled={isBusy}
            onClick={openAll}
          >
            {words.openTonight}
          </button>
        )}
      </div>
      {isAsking && (
        <OpenTonightDialog
          {...{ closed, personName, today, speech }}
          onClose={() => setAsking(false)}
          onOpen={(roomTypes) => {
            setAsking(false);
            const names = closed.filter(({ room }) => roomTypes.includes(room.id));
            const what = names.map(({ room }) => isolated(nameIn(language, room))).join(`${shell.comma} `);
            onSet(today, false, roomTypes, `${what}${shell.comma} ${words.tonight}`);
          }}
        />
      )}
    </section>
  );
}
