import { HEADER_PATTERN } from '../api/request.ts';
import type { Language } from '../i18n/language.tsx';
import { CITY_NAMES, cityIn } from './cities.ts';
import {
  CARRIED,
  EVENT_TYPES,
  FIELD_KINDS,
  type FieldKind,
  type FieldName,
  SENT_IN_HEADERS,
} from './fields.ts';
import { type NameText, useNameOf } from './names.tsx';
import type { Data } from './state/session.ts';
import { dispatch } from './state/store.ts';
import { type AllWords, useConsoleLanguage, useConsoleWords } from './use-words.ts';

const INPUT_TYPES: Partial<Record<FieldKind, string>> = { date: 'date', integer: 'number', address: 'url' };

/** The options of the select fields. */
interface Lists {
  hotels: Data[];
  roomTypes: Data[];
  ratePlans: Data[];
  /** The room type whose plans are listed. */
  roomTypeId: string;
}

interface FieldProps extends Lists {
  field: FieldName;
  value: string;
  optional: boolean;
}

export function Field({ field, value, optional, ...lists }: FieldProps) {
  const { words, language } = useConsoleLanguage();
  const nameOf = useNameOf();
  const kind = FIELD_KINDS[field];
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
  const choices = choicesOf(field, lists, language, words, nameOf);
  const isCarried = CARRIED.includes(field);
  return (
    <div className="field">
      <label htmlFor={id}>
        {words.field[field]} {optional && !isCarried && <small>({words.optional})</small>}
      </label>
      {choices === null ? (
        <span className="with-clear">
          <input
            id={id}
            type={INPUT_TYPES[kind] ?? 'text'}
            dir={kind === 'text' && !isCarried ? 'auto' : 'ltr'}
            required={!optional}
            autoComplete="off"
            {...(SENT_IN_HEADERS.includes(field) && { pattern: HEADER_PATTERN, title: words.headerText })}
            value={value}
            aria-describedby={isCarried ? `${id}-hint` : undefined}
            onChange={(event) => change(event.target.value)}
          />
          {isCarried && value !== '' && (
            <button
              type="button"
              className="quiet small"
              aria-label={`${words.empty}: ${words.field[field]}`}
              onClick={() => {
                change('');
                document.getElementById(id)?.focus();
              }}
            >
              {words.empty}
            </button>
          )}
        </span>
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
      {isCarried && (
        <small id={`${id}-hint`} className="hint">
          {words.fieldHint[field]}
        </small>
      )}
    </div>
  );
}

interface EventTypesProps {
  field: FieldName;
  /** The chosen event types, separated by spaces. */
  value: string;
  change: (value: string) => void;
}

function EventTypes({ field, value, change }: EventTypesProps) {
  const words = useConsoleWords();
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

interface Choice extends NameText {
  code: string;
}

/** Returns the options of a select field. Null for a field in which the reader types. */
function choicesOf(
  field: FieldName,
  { hotels, roomTypes, ratePlans, roomTypeId }: Lists,
  language: Language,
  words: AllWords,
  nameOf: (thing: Data) => NameText,
): Choice[] | null {
  const choice = (code: string, thing: Data, note: string): Choice => {
    const name = nameOf(thing);
    return { ...name, code, text: `${name.text} · ${note}` };
  };
  switch (FIELD_KINDS[field]) {
    case 'hotel':
      return hotels.map((hotel) => choice(hotel.public_id, hotel, hotel.public_id));
    case 'roomType':
      return roomTypes.map((room) => choice(room.id, room, room.code));
    case 'ratePlan':
      return ratePlans
        .filter((plan) => plan.room_type_id === roomTypeId)
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
