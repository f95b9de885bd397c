import { useState } from 'react';
import { dayText } from '../i18n/dates.ts';
import { useWords } from '../i18n/language.tsx';
import { percentText } from './day-bars.tsx';
import type { StatusDay } from './status-data.ts';
import { useStatusWords } from './words.ts';

/** The days of the chart as a table, the newest day first. The table is rendered when the reader opens it. */
export function DayTable({ label, days }: { label: string; days: StatusDay[] }) {
  const words = useStatusWords();
  const common = useWords();
  const [isOpen, setOpen] = useState(false);
  const { column } = words;
  return (
    <details className="day-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.asTable}</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
        <section className="day-table-frame" tabIndex={0} aria-label={label}>
          <table>
            <thead>
              <tr>
                {[
                  column.date,
                  column.state,
                  column.uptime,
                  column.degraded,
                  column.down,
                  column.withData,
                ].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map((day) => (
                <tr key={day.date}>
                  <th scope="row">{dayText(day.date, common)}</th>
                  <td>{words.state[day.status]}</td>
                  <td>
                    {day.uptime_percent === null ? (
                      '–'
                    ) : (
                      <bdi dir="ltr">{percentText(day.uptime_percent)} %</bdi>
                    )}
                  </td>
                  <td>{day.minutes_degraded}</td>
                  <td>{day.minutes_down}</td>
                  <td>
                    <bdi dir="ltr">
                      {day.minutes_with_data} / {day.minutes}
                    </bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}
