import type { CalendarRoom, CalendarView, RoomDay } from '../../../../src/http/hotel-page/calendar-api.ts';
import { dayText, shortDayText } from '../dates.ts';
import { Name } from '../language.tsx';
import { weekdayOf } from './calendar-change.ts';
import { SwitchButton } from './day-list.tsx';
import { planText, type Speech, shortAmount } from './words.ts';

interface DayGridProps {
  view: CalendarView;
  speech: Speech;
  isBusy: boolean;
  onOpenDay: (room: CalendarRoom, day: string) => void;
  onSwitch: (room: CalendarRoom, day: RoomDay) => void;
}

/** All room types and days at once, for a wide window. */
export function DayGrid({ view, speech, isBusy, onOpenDay, onSwitch }: DayGridProps) {
  const { words, shell } = speech;
  const days = view.rooms[0]?.days ?? [];
  return (
    <table className="rooms-grid">
      <thead>
        <tr>
          <th scope="col">{words.roomType}</th>
          {days.map(({ day }) => (
            <th key={day} scope="col" className={day === view.today ? 'today' : undefined}>
              <span>{day === view.today ? words.tonight : words.shortWeekdays[weekdayOf(day)]}</span>
              <small>{shortDayText(day, shell)}</small>
            </th>
          ))}
        </tr>
      </thead>
      {view.rooms.map((room) => (
        <tbody key={room.id}>
          <tr>
            <th scope="row">
              <Name of={room} />
            </th>
            {room.days.map((day) => (
              <td key={day.day} className={day.state.toLowerCase()}>
                <button
                  type="button"
                  className="rooms-cell"
                  aria-haspopup="dialog"
                  onClick={() => onOpenDay(room, day.day)}
                >
                  <span className="unseen">
                    <Name of={room} />
                    {shell.comma} {words.details(dayText(day.day, shell))}
                  </span>
                  <strong className={day.state === 'OPEN' && day.left === 0 ? 'bad' : undefined}>
                    {day.state === 'OPEN' ? day.left : '–'}
                  </strong>
                  <small>{day.state === 'OPEN' ? words.left : words.state[day.state]}</small>
                  <small>
                    {words.sold} {day.booked}
                  </small>
                  {day.held > 0 && (
                    <small>
                      {words.held} {day.held}
                    </small>
                  )}
                </button>
              </td>
            ))}
          </tr>
          {room.plans.map((plan) => (
            <tr key={plan.id} className="rooms-prices">
              <th scope="row">{planText(room, plan.id, speech)}</th>
              {plan.days.map(({ day, prices, is_usual, closed }) => (
                <td key={day}>
                  <bdi className={is_usual ? undefined : 'rooms-own-price'}>{shortAmount(prices.double)}</bdi>
                  {closed && <small className="bad">{words.planClosed}</small>}
                </td>
              ))}
            </tr>
          ))}
          <tr className="rooms-switches">
            <td />
            {room.days.map((day) => (
              <td key={day.day}>
                <SwitchButton
                  day={day}
                  speech={speech}
                  isBusy={isBusy}
                  onSwitch={(one) => onSwitch(room, one)}
                />
              </td>
            ))}
          </tr>
        </tbody>
      ))}
    </table>
  );
}
