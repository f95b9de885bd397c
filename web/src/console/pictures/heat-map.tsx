import { type Dispatch, useState } from 'react';
import { dayText, monthOf } from '../../i18n/dates.ts';
import { NoArrivalIcon, NoDepartureIcon, StopIcon } from '../../parts/icons.tsx';
import type { Values } from '../fields.ts';
import type { Event } from '../state/learn.ts';
import type { Data } from '../state/session.ts';
import { useConsoleLanguage } from '../use-words.ts';

interface HeatMapProps {
  days: Data[];
  values: Values;
  dispatch: Dispatch<Event>;
}

const MARKS = [
  ['stop_sell', 'stopSell', <StopIcon key="stop" />],
  ['cta', 'cta', <NoArrivalIcon key="cta" />],
  ['ctd', 'ctd', <NoDepartureIcon key="ctd" />],
] as const;

/**
 * Shows how many rooms are left on each day. The first click sets the arrival day. The second click sets the departure
 * day.
 */
export function HeatMap({ days, values, dispatch }: HeatMapProps) {
  const { words } = useConsoleLanguage();
  const [arrival, setArrival] = useState<string | null>(null);
  if (days.length === 0) return null;
  const before = (new Date(days[0].date).getUTCDay() + 6) % 7;
  const pick = (date: string) => {
    const isEnd = arrival !== null && date > arrival;
    dispatch({ kind: 'fields', values: isEnd ? { checkOut: date } : { checkIn: date } });
    setArrival(isEnd ? null : date);
  };
  return (
    <div className="heat">
      <div className="heat-grid">
        {words.weekdays.map((day) => (
          <span key={day} className="weekday" aria-hidden="true">
            {day}
          </span>
        ))}
        {Array.from({ length: before }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the empty cells before the first day have no other key.
          <span key={index} />
        ))}
        {days.map((day) => {
          const stayed = day.date >= values.checkIn && day.date < values.checkOut;
          const marks = MARKS.filter(([field]) => day[field]);
          // The signs of a day as words, for screen readers.
          const inWords = [
            ...marks.map(([, name]) => words.heat[name]),
            ...(day.min_stay > 1 ? [words.heat.minStay(day.min_stay)] : []),
            ...(day.max_stay === null ? [] : [words.heat.maxStay(day.max_stay)]),
          ].join(', ');
          const first = day.date.endsWith('-01') || day === days[0];
          return (
            <button
              key={day.date}
              type="button"
              className={`day ${heatOf(day)}${stayed || day.date === values.checkIn ? ' stayed' : ''}`}
              aria-pressed={stayed || day.date === values.checkIn}
              title={`${dayText(day.date, words)} ${inWords}`}
              onClick={() => pick(day.date)}
            >
              <span className="date">
                <span className={first ? undefined : 'unseen'}>{monthOf(day.date, words)} </span>
                {Number(day.date.slice(8))}
              </span>
              <span className="rooms">
                {day.available}
                <span className="unseen"> {`${words.heat.free(day.available)} ${inWords}`}</span>
              </span>
              {/* The signs are always left-to-right. In a right-to-left line, "≥3" would look like "3≤". */}
              <bdi className="marks" dir="ltr" aria-hidden="true">
                {marks.map(([, , sign]) => sign)}
                {day.min_stay > 1 && `≥${day.min_stay}`}
                {day.max_stay !== null && `≤${day.max_stay}`}
              </bdi>
            </button>
          );
        })}
      </div>
      <dl className="legend" aria-label={words.legend}>
        {(['many', 'few', 'none'] as const).map((heat) => (
          <div key={heat}>
            <dt className={`swatch ${heat}`} />
            <dd>{words.heat[heat]}</dd>
          </div>
        ))}
        {MARKS.map(([, name, sign]) => (
          <div key={name}>
            <dt>{sign}</dt>
            <dd>{words.heat[name]}</dd>
          </div>
        ))}
        <div>
          <dt dir="ltr">≥3</dt>
          <dd>{words.heat.minStay(3)}</dd>
        </div>
      </dl>
    </div>
  );
}

function heatOf(day: Data): 'many' | 'few' | 'none' {
  if (day.available === 0 || day.stop_sell) return 'none';
  return day.available * 3 <= day.allotment ? 'few' : 'many';
}
