import { Badge, type Tone } from '../parts/badge.tsx';
import { DayBars, percentText } from './day-bars.tsx';
import { DayTable } from './day-table.tsx';
import type { ComponentName, ComponentStatus, CurrentState } from './status-data.ts';
import { useStatusWords } from './words.ts';

export const TONES: Record<CurrentState | 'UNKNOWN', Tone> = {
  OPERATIONAL: 'good',
  DEGRADED: 'warn',
  DOWN: 'bad',
  UNKNOWN: 'neutral',
};

interface ComponentRowProps {
  name: ComponentName;
  /** Null if nothing is known yet. The row then has the same size. */
  status: ComponentStatus | null;
  /** False if the last request failed and the row shows data from an earlier response. */
  isCurrent: boolean;
}

export function ComponentRow({ name, status, isCurrent }: ComponentRowProps) {
  const words = useStatusWords();
  const state = status === null || !isCurrent ? 'UNKNOWN' : status.status;
  const percent = status?.uptime_percent ?? null;
  const title = words.component[name];
  return (
    <li className="component">
      <div className="component-head">
        <h3>{title}</h3>
        <Badge tone={TONES[state]}>{status === null && isCurrent ? '…' : words.state[state]}</Badge>
        <p className="hint">{words.componentNote[name]}</p>
        <p className="hint latency">
          {isCurrent &&
            status !== null &&
            status.latency_p99_ms !== null &&
            words.latency(status.latency_p99_ms)}
        </p>
      </div>
      <DayBars
        label={words.chart(title)}
        days={status?.days ?? []}
        summary={
          percent === null ? (status === null ? '' : words.noUptime) : words.uptime(percentText(percent))
        }
      />
      <DayTable label={words.chart(title)} days={status?.days ?? []} />
    </li>
  );
}
