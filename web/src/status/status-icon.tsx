import type { CurrentState } from './status-data.ts';

/** Each state has a different shape, for readers who do not see the colours. */
const PATHS: Record<CurrentState | 'UNKNOWN', string> = {
  OPERATIONAL: 'm7 12.5 3.5 3.5L17 9',
  DEGRADED: 'M12 7v6M12 16.5v.5',
  DOWN: 'm8.5 8.5 7 7M15.5 8.5l-7 7',
  UNKNOWN: 'M8 12h8',
};

export function StatusIcon({ state }: { state: CurrentState | 'UNKNOWN' }) {
  const outline = state === 'DEGRADED' ? <path d="M12 2 23 21.5H1z" /> : <circle cx="12" cy="12" r="10.5" />;
  return (
    <svg viewBox="0 0 24 24" className="status-icon" aria-hidden="true">
      <g fill="currentColor">{outline}</g>
      <path d={PATHS[state]} fill="none" className="status-icon-mark" />
    </svg>
  );
}
