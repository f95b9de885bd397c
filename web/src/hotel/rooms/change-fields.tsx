import type { CalendarView } from '../../../../src/http/hotel-page/calendar-api.ts';
import { Check } from '../check.tsx';
import { langOfName, nameIn } from '../language.tsx';
import { type ChangeForm, PRICE_FIELDS, WEEK, WEEKDAYS } from './change-form.ts';
import { planText, type Speech } from './words.ts';

interface ChangeFieldsProps {
  view: CalendarView;
  form: ChangeForm;
  speech: Speech;
  onChange: (form: ChangeForm) => void;
}

export function ChangeFields({ view, form, speech, onChange }: ChangeFieldsProps) {
  const { words, shell, language } = speech;
  const set = (changes: Partial<ChangeForm>) => onChange({ ...form, ...changes });
  const room = view.rooms.find(({ id }) => id === form.roomType);
  return (
    <div className="rooms-fields">
      <fieldset className="rooms-choice">
        <legend>{words.form.what}</legend>
        {(['price', 'allotment'] as const).map((kind) => (
          <label key={kind}>
            <input type="radio" name="kind" checked={form.kind === kind} onChange={() => set({ kind })} />
            <span>{words.form[kind]}</span>
          </label>
        ))}
      </fieldset>
      <label className="rooms-field">
        <span>{words.roomType}</span>
        <select
          value={form.roomType}
          onChange={({ target }) => {
            const plans = view.rooms.find(({ id }) => id === target.value)?.plans ?? [];
            set({ roomType: target.value, plan: plans[0]?.id ?? '' });
          }}
        >
          {view.rooms.map((one) => (
            <option key={one.id} value={one.id} lang={langOfName(language, one)}>
              {nameIn(language, one)}
            </option>
          ))}
        </select>
      </label>
      {form.kind === 'price' && room !== undefined && (
        <label className="rooms-field">
          <span>{words.plan}</span>
          <select value={form.plan} onChange={({ target }) => set({ plan: target.value })}>
            {room.plans.map(({ id }) => (
              <option key={id} value={id}>
                {planText(room, id, speech)}
              </option>
            ))}
          </select>
        </label>
      )}
      <div className="rooms-pair rooms-dates">
        <label className="rooms-field">
          <span>{words.form.from}</span>
          <input
            type="date"
            min={view.today}
            value={form.from}
            onChange={({ target: { value } }) => set({ from: value, ...(value > form.to && { to: value }) })}
          />
        </label>
        <label className="rooms-field">
          <span>{words.form.to}</span>
          <input
            type="date"
            min={form.from}
            value={form.to}
            onChange={({ target }) => set({ to: target.value })}
          />
        </label>
      </div>
      <fieldset className="rooms-week">
        <legend>{words.form.weekdays}</legend>
        {WEEK.map((day) => (
          <label key={day}>
            <input
              type="checkbox"
              checked={form.weekdays.includes(day)}
              onChange={({ target }) =>
                set({
                  weekdays: target.checked
                    ? [...form.weekdays, day]
                    : form.weekdays.filter((one) => one !== day),
                })
              }
            />
            <span>{shell.weekdays[WEEKDAYS.indexOf(day)]}</span>
          </label>
        ))}
      </fieldset>
      {form.kind === 'price' ? (
        <PriceFields
          form={form}
          currency={room?.plans.find(({ id }) => id === form.plan)?.currency ?? view.currency}
          speech={speech}
          set={set}
        />
      ) : (
        <>
          <label className="rooms-field">
            <span>{words.form.allotment}</span>
            <input
              inputMode="numeric"
              autoComplete="off"
              value={form.allotment}
              onChange={({ target }) => set({ allotment: target.value })}
            />
          </label>
          <Check
            label={words.form.alsoOpen}
            checked={form.isOpening}
            onChange={(isOpening) => set({ isOpening })}
          />
        </>
      )}
    </div>
  );
}

function PriceFields({
  form,
  currency,
  speech: { words, shell },
  set,
}: {
  form: ChangeForm;
  currency: string;
  speech: Speech;
  set: (changes: Partial<ChangeForm>) => void;
}) {
  return (
    <>
      <Check label={words.form.backToUsual} checked={form.isUsual} onChange={(isUsual) => set({ isUsual })} />
      {!form.isUsual && (
        <>
          <div className="rooms-pair">
            {PRICE_FIELDS.map((field) => (
              <label key={field} className="rooms-field">
                <span>
                  {words.prices[field]} <small>{shell.currencies[currency] ?? currency}</small>
                </span>
                <input
                  inputMode="decimal"
                  autoComplete="off"
                  value={form.prices[field]}
                  onChange={({ target }) => set({ prices: { ...form.prices, [field]: target.value } })}
                />
              </label>
            ))}
          </div>
          <p className="hint">{words.form.keepEmpty}</p>
        </>
      )}
    </>
  );
}
