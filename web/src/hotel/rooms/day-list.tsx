import type { CalendarPlan, CalendarRoom, RoomDay } from '../../../../src/http/hotel-page/calendar-api.ts';
import { dayText, shortDayText } from '../dates.ts';
import { weekdayOf } from './calendar-change.ts';
import { type Speech, shortAmount } from './words.ts';

interface DayListProps {
  room: CalendarRoom;
  plan: CalendarPlan | null;
  today: string;
  speech: Speech;
  isBusy: boolean;
  onOpenDay: (day: string) => void;
  onSwitch: (day: RoomDay) => void;
}

/** The days of one room type, for a narrow window. */
export function DayList({ room, plan, today, speech, isBusy, onOpenDay, onSwitch }: DayListProps) {
  const { words, shell } = speech;
  return (
    <ul className="rooms-days">
      {room.days.map((day, index) => (
        <li key={day.day} className={`rooms-day ${day.state.toLowerCase()}`}>
          <button
            type="button"
            className="rooms-day-open"
            aria-haspopup="dialog"
            onClick={() => onOpenDay(day.day)}
          >
            <span className="rooms-day-date">
              <strong>{day.day === today ? words.tonight : shell.weekdays[weekdayOf(day.day)]}</strong>
              <small>{shortDayText(day.day, shell)}</small>
            </span>
            <span className="rooms-day-rooms">
              <Left day={day} speech={speech} />
              <small>
                {words.sold} {day.booked}
                {day.held > 0 && ` · ${words.held} ${day.held}`}
              </small>
            </span>
            <span className="rooms-day-price">
              <bdi>{plan === null ? '' : shortAmount(plan.days[index]!.prices.double)}</bdi>
              {plan?.days[index]?.closed === true && <small className="bad">{words.planClosed}</small>}
            </span>
          </button>
          <SwitchButton day={day} speech={speech} isBusy={isBusy} onSwitch={onSwitch} />
        </li>
      ))}
    </ul>
  );
}

/** Shows how many rooms are left, or why no room is for sale. */
export function Left({ day, speech: { words } }: { day: RoomDay; speech: Speech }) {
  if (day.state !== 'OPEN') return <strong className="rooms-state">{words.state[day.state]}</strong>;
  return (
    <strong className={day.left === 0 ? 'bad' : undefined}>
      {words.left} {day.left}
    </strong>
  );
}

export function SwitchButton({
  day,
  speech,
  isBusy,
  onSwitch,
}: {
  day: RoomDay;
  speech: Speech;
  isBusy: boolean;
  onSwitch: (day: RoomDay) => void;
}) {
  const { words, shell } = speech;
  const isOpen = day.state === 'OPEN';
  const name = (isOpen ? words.closeDay : words.openDay)(dayText(day.day, shell));
  return (
    <button
      type="button"
      className={isOpen ? 'rooms-switch' : 'rooms-switch primary'}
      aria-label={name}
      disabled={isBusy}
      onClick={() => onSwitch(day)}
    >
      {isOpen ? words.close : words.open}
    </button>
  );
}
