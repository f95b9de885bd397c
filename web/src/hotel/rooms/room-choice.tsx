import type {
  CalendarPlan,
  CalendarRoom,
  CalendarView,
} from '../../../../src/http/hotel-page/calendar-api.ts';
import { Name } from '../language.tsx';
import { planText, type Speech } from './words.ts';

/** Chooses the room type that is shown, and the rate plan whose price is shown. */
export function RoomChoice({
  view,
  room,
  plan,
  speech,
  onRoom,
  onPlan,
}: {
  view: CalendarView;
  room: CalendarRoom;
  plan: CalendarPlan | null;
  speech: Speech;
  onRoom: (id: string) => void;
  onPlan: (id: string) => void;
}) {
  const { words, shell } = speech;
  return (
    <>
      <fieldset className="rooms-choice">
        <legend>{words.roomType}</legend>
        {view.rooms.map((one) => (
          <label key={one.id}>
            <input type="radio" name="room" checked={one.id === room.id} onChange={() => onRoom(one.id)} />
            <span>
              <Name of={one} />
            </span>
          </label>
        ))}
      </fieldset>
      {plan !== null && (
        <label className="rooms-field">
          <span>
            {words.price} <small>{shell.currencies[plan.currency] ?? plan.currency}</small>
          </span>
          <select value={plan.id} onChange={({ target }) => onPlan(target.value)}>
            {room.plans.map(({ id }) => (
              <option key={id} value={id}>
                {planText(room, id, speech)}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}
