import { type KeyboardEvent, useState } from 'react';
import { dayText } from '../i18n/dates.ts';
import { useWords } from '../i18n/language.tsx';
import { DAYS, knownTenths, type StatusDay } from './status-data.ts';
import type { StatusWords } from './words/en.ts';
import { useStatusWords } from './words.ts';

interface DayBarsProps {
  label: string;
  days: StatusDay[];
  /** This text is shown below the bars while the reader does not point at a day. */
  summary: string;
}

/**
 * A chart with one bar per day. When the reader points at a day, the text of that day replaces the summary, so the
 * layout does not move. The Tab key moves to the chart once. Arrow keys move between the days.
 */
export function DayBars({ label, days, summary }: DayBarsProps) {
  const words = useStatusWords();
  const common = useWords();
  const [looked, setLooked] = useState<number | null>(null);
  const [stop, setStop] = useState(DAYS - 1);
  const textOf = (day: StatusDay) =>
    `${dayText(day.date, common)}: ${dayFacts(day, words).join(`${common.comma} `)}`;
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = nextDay(event, stop);
    if (next === null) return;
    event.preventDefault();
    const bar = event.currentTarget.children[next] as HTMLElement | undefined;
    // On a phone the older days are not shown.
    if (bar === undefined || bar.getClientRects().length === 0) return;
    setStop(next);
    bar.focus();
  };
  const shown = looked === null ? undefined : days[looked];
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form. */}
      <div className="day-bars" role="group" aria-label={label} onKeyDown={move}>
        {days.length === 0
          ? Array.from({ length: DAYS }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all the same.
              <span key={index} className="day-bar" aria-hidden="true" />
            ))
          : days.map((day, index) => (
              <button
                key={day.date}
                type="button"
                className={`day-bar ${day.status}`}
                data-known={knownTenths(day)}
                tabIndex={index === stop ? 0 : -1}
                aria-label={textOf(day)}
                onFocus={() => {
                  setStop(index);
                  setLooked(index);
                }}
                onBlur={() => setLooked(null)}
                onMouseEnter={() => setLooked(index)}
                onMouseLeave={() => setLooked(null)}
              />
            ))}
      </div>
      <div className="day-scale">
        <span className="hint ninety">{words.daysAgo(DAYS)}</span>
        <span className="hint thirty">{words.daysAgo(DAYS / 3)}</span>
        <span className={shown === undefined ? 'day-shown' : 'day-shown looked'}>
          {shown === undefined ? summary : textOf(shown)}
        </span>
        <span className="hint">{words.today}</span>
      </div>
    </>
  );
}

/** The text that describes a day. */
function dayFacts(day: StatusDay, words: StatusWords): string[] {
  const { status, uptime_percent: uptime, minutes_degraded: degraded, minutes_down: down } = day;
  const unknown = day.minutes - day.minutes_with_data;
  return [
    words.state[status],
    ...(uptime === null ? [] : [words.dayUptime(percentText(uptime))]),
    ...(down > 0 ? [words.dayDown(down)] : []),
    ...(degraded > 0 ? [words.dayDegraded(degraded)] : []),
    ...(uptime !== null && unknown > 0 ? [words.dayWithoutData(unknown)] : []),
  ];
}

export function percentText(percent: number): string {
  return percent === 100 ? '100' : percent.toFixed(2);
}

/**
 * The day to which an arrow key, Home or End moves. Null for other keys. On a right-to-left page, the left arrow key
 * moves forward.
 */
function nextDay(event: KeyboardEvent<HTMLElement>, index: number): number | null {
  const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
  if (event.key === 'ArrowRight' || event.key === 'ArrowLeft')
    return index + ((event.key === 'ArrowRight') === isRightToLeft ? -1 : 1);
  if (event.key === 'Home') {
    const bars = [...event.currentTarget.children];
    return bars.findIndex((bar) => bar.getClientRects().length > 0);
  }
  return event.key === 'End' ? DAYS - 1 : null;
}
