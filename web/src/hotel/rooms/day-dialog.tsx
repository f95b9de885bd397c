import type { CalendarRoom, RoomDay } from '../../../../src/http/hotel-page/calendar-api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { dayText } from '../dates.ts';
import { isolated } from '../isolated.ts';
import { nameIn } from '../language.tsx';
import { amountText } from '../money.ts';
import { PRICE_FIELDS } from './change-form.ts';
import { changedText, planText, type Speech } from './words.ts';

interface DayDialogProps {
  room: CalendarRoom;
  day: RoomDay;
  isManager: boolean;
  speech: Speech;
  isBusy: boolean;
  onSwitch: (day: RoomDay) => void;
  onChange: () => void;
  onClose: () => void;
}

/** Shows one night of one room type with all its values, and who changed these values. */
export function DayDialog(props: DayDialogProps) {
  const { room, day, isManager, speech, isBusy, onSwitch, onChange, onClose } = props;
  const { words, shell, language } = speech;
  const numbers: [string, number][] = [
    [words.left, day.left],
    [words.sold, day.booked],
    [words.held, day.held],
    [words.blocked, day.blocked],
    [words.allotment, day.allotment],
  ];
  const isOpen = day.state === 'OPEN';
  return (
    <Dialog
      className="rooms-modal"
      title={`${isolated(nameIn(language, room))}${shell.comma} ${dayText(day.day, shell)}`}
      closeText={words.closeWindow}
      onClose={onClose}
    >
      <p className={isOpen ? 'good' : 'bad'}>
        <strong>{words.state[day.state]}</strong>
      </p>
      <dl className="rooms-numbers">
        {numbers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="hint">{day.changed === null ? words.neverChanged : changedText(day.changed, speech)}</p>
      {room.plans.map((plan) => {
        const one = plan.days.find((each) => each.day === day.day)!;
        return (
          <section key={plan.id} className="rooms-plan">
            <h3>{planText(room, plan.id, speech)}</h3>
            {one.closed && <p className="bad">{words.planClosed}</p>}
            <dl>
              {PRICE_FIELDS.map((field) => (
                <div key={field}>
                  <dt>{words.prices[field]}</dt>
                  <dd>{amountText(one.prices[field], plan.currency, shell)}</dd>
                </div>
              ))}
            </dl>
            <p className="hint">
              {one.is_usual && `${words.usual}. `}
              {one.changed !== null && changedText(one.changed, speech)}
            </p>
          </section>
        );
      })}
      <div className="rooms-modal-actions">
        {day.state === 'NOT_OPEN' && !isManager ? (
          <p className="hint">{words.onlyManagersOpen}</p>
        ) : (
          <button
            type="button"
            className={isOpen ? undefined : 'primary'}
            disabled={isBusy}
            onClick={() => onSwitch(day)}
          >
            {isOpen ? words.close : words.open}
          </button>
        )}
        {isManager ? (
          <button type="button" onClick={onChange}>
            {words.changeDay}
          </button>
        ) : (
          <p className="hint">{words.onlyManagers}</p>
        )}
      </div>
    </Dialog>
  );
}
