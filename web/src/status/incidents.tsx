import { instantText } from '../i18n/dates.ts';
import { useWords } from '../i18n/language.tsx';
import { Badge } from '../parts/badge.tsx';
import { COMPONENTS, type Incident } from './status-data.ts';
import { useStatusWords } from './words.ts';

const TONES = { DOWN: 'bad', DEGRADED: 'warn', NO_DATA: 'neutral' } as const;

/** Shows the list of incidents. `incidents` is null until the list is loaded. */
export function Incidents({ incidents }: { incidents: Incident[] | null }) {
  const words = useStatusWords();
  return (
    <section className="incidents" aria-labelledby="incidents">
      <h2 id="incidents">{words.incidents}</h2>
      <p className="hint">{words.incidentsNote}</p>
      {incidents !== null && incidents.length === 0 && <p>{words.noIncidents}</p>}
      {incidents !== null && incidents.length > 0 && (
        <ol className="incident-list">
          {incidents.map((incident) => (
            <IncidentItem key={`${incident.started_at} ${incident.components[0]}`} incident={incident} />
          ))}
        </ol>
      )}
    </section>
  );
}

function IncidentItem({ incident }: { incident: Incident }) {
  const words = useStatusWords();
  const common = useWords();
  const { components, status, started_at: start, ended_at: end, minutes } = incident;
  const names = components.map((name) => words.component[name]).join(`${common.comma} `);
  return (
    <li>
      <Badge tone={TONES[status]}>{words.incidentState[status]}</Badge>
      <strong>{components.length === COMPONENTS.length ? words.allComponents : names}</strong>
      <span className="incident-time">
        <time dateTime={start}>{instantText(start, common)}</time>
        {' – '}
        {end === null ? words.ongoing : <time dateTime={end}>{endText(start, end, common)}</time>}
      </span>
      <span className="hint">{words.duration(minutes)}</span>
    </li>
  );
}

/**
 * Returns the end of an incident as text. If the start has the same date, the text contains only the time. The time is
 * the last five characters of an instant as text.
 */
function endText(start: string, end: string, words: ReturnType<typeof useWords>): string {
  const [from, until] = [instantText(start, words), instantText(end, words)];
  return from.slice(0, -5) === until.slice(0, -5) ? until.slice(-5) : until;
}
