import type { Dispatch, FormEvent } from 'react';
import { type Language, useLanguage } from '../i18n/language.tsx';
import { keysFor } from './api-request.ts';
import { CITY_NAMES, cityIn } from './cities.ts';
import { EVENT_TYPES, FIELD_KINDS, type FieldKind, type FieldName } from './fields.ts';
import { type NameText, useNameOf } from './names.tsx';
import { fieldsOf, type Operation } from './operations.ts';
import type { Data, Event, Session } from './session.ts';

interface FormProps {
  operation: Operation;
  session: Session;
  dispatch: Dispatch<Event>;
  sending: boolean;
  onSend: () => void;
}

export function OperationForm({ operation, session, dispatch, sending, onSend }: FormProps) {
  const { words } = useLanguage();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend();
  };
  const locked = operation.open === undefined && keysFor(operation, session.credentials) === null;
  return (
    <form className="form" onSubmit={submit} aria-label={words.operation[operation.id]}>
      <div className="fields">
        {fieldsOf(operation).map((field) => (
          <Field
            key={field}
            field={field}
            optional={operation.optional?.includes(field) ?? false}
            session={session}
            dispatch={dispatch}
          />
        ))}
      </div>
      <div className="actions">
        <button type="submit" className="primary" disabled={sending || locked}>
          {sending ? words.sending : words.send}
        </button>
        {locked && (
          <span className="hint">
            {operation.supply === true ? words.supply.needed : words.needCredentials}
          </span>
        )}
      </div>
    </form>
  );
}

const INPUT_TYPES: Partial<Record<FieldKind, string>> = { date: 'date', integer: 'number', address: 'url' };

interface FieldProps {
  field: FieldName;
  optional: boolean;
  session: Session;
  dispatch: Dispatch<Event>;
}

function Field({ field, optional, session, dispatch }: FieldProps) {
  const { words, language } = useLanguage();
  const nameOf = useNameOf();
  const kind = FIELD_KINDS[field];
  const value = session.values[field];
  const id = `field-${field}`;
  const change = (changed: string) => dispatch({ kind: 'field', field, value: changed });
  if (kind === 'flag')
    return (
      <label className="field flag" htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          checked={value === 'true'}
          onChange={(event) => change(event.target.checked ? 'true' : '')}
        />
        {words.field[field]}
      </label>
    );
  if (kind === 'eventTypes') return <EventTypes field={field} value={value} change={change} />;
  const choices = choicesOf(field, session, language, words, nameOf);
  return (
    <div className="field">
      <label htmlFor={id}>
        {words.field[field]} {optional && <small>({words.optional})</small>}
      </label>
      {choices === null ? (
        <input
          id={id}
          type={INPUT_TYPES[kind] ?? 'text'}
          dir={kind === 'text' ? 'auto' : 'ltr'}
          required={!optional}
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      ) : (
        <select id={id} value={value} required={!optional} onChange={(event) => change(event.target.value)}>
          {choices.every(({ code }) => code !== value) && <option value={value}>{value || '–'}</option>}
          {choices.map(({ code, text, lang }) => (
            <option key={code} value={code} lang={lang}>
              {text}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

interface EventTypesProps {
  field: FieldName;
  /** The chosen types, separated by spaces. */
  value: string;
  change: (value: string) => void;
}

function EventTypes({ field, value, change }: EventTypesProps) {
  const { words } = useLanguage();
  const chosen = value.split(' ');
  const toggle = (type: string, isChosen: boolean) =>
    change(EVENT_TYPES.filter((one) => (one === type ? isChosen : chosen.includes(one))).join(' '));
  return (
    <fieldset className="event-types">
      <legend>
        {words.field[field]} <small>({words.events.allTypes})</small>
      </legend>
      {EVENT_TYPES.map((type) => (
        <label key={type}>
          <input
            type="checkbox"
            value={type}
            checked={chosen.includes(type)}
            onChange={(event) => toggle(type, event.target.checked)}
          />
          {words.events.type[type]}
        </label>
      ))}
    </fieldset>
  );
}

type Words = ReturnType<typeof useLanguage>['words'];
interface Choice extends NameText {
  code: string;
}

/** The options of a select field; null for a field that is typed. */
function choicesOf(
  field: FieldName,
  session: Session,
  language: Language,
  words: Words,
  nameOf: (thing: Data) => NameText,
): Choice[] | null {
  const choice = (code: string, thing: Data, note: string): Choice => {
    const name = nameOf(thing);
    return { ...name, code, text: `${name.text} · ${note}` };
  };
  switch (FIELD_KINDS[field]) {
    case 'hotel':
      return session.hotels.map((hotel) => choice(hotel.public_id, hotel, hotel.public_id));
    case 'roomType':
      return session.roomTypes.map((room) => choice(room.id, room, room.code));
    case 'ratePlan':
      return session.ratePlans
        .filter((plan) => plan.room_type_id === session.values.roomTypeId)
        .map((plan) => choice(plan.id, plan, plan.currency));
    case 'destination':
      return [
        { code: '', text: words.anyCity },
        ...CITY_NAMES.map((city) => ({ code: city, text: cityIn(language, city) })),
      ];
    case 'currency':
      return [
        { code: '', text: words.ownCurrency },
        ...['IQD', 'USD'].map((currency) => ({ code: currency, text: currency })),
      ];
    case 'yesNo':
      return [
        { code: '', text: words.supply.notChanged },
        { code: 'true', text: words.supply.yes },
        { code: 'false', text: words.supply.no },
      ];
    default:
      return null;
  }
}
