import { instantText } from '../../i18n/dates.ts';
import { ArrowIcon } from '../../parts/icons.tsx';
import type { Data } from '../state/session.ts';
import { useConsoleWords } from '../use-words.ts';

/** Shows who did what to a booking, and when. The oldest entry is first. */
export function AuditLog({ entries }: { entries: Data[] }) {
  const words = useConsoleWords();
  return (
    <section className="audit" aria-labelledby="audit-title">
      <h4 id="audit-title">{words.auditLog}</h4>
      <ol>
        {entries.map((entry) => (
          <li key={entry.revision}>
            <strong>{words.auditAction[entry.action] ?? entry.action}</strong>{' '}
            <small>{words.revision(entry.revision)}</small> <bdi>{instantText(entry.at, words)}</bdi>{' '}
            <bdi>{words.by(entry.actor)}</bdi>
            <Changes changes={entry.changes} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Shows the field names of the API, because readers compare the audit log with the API. */
function Changes({ changes }: { changes: Record<string, Data> }) {
  const fields = Object.entries(changes);
  if (fields.length === 0) return null;
  return (
    <dl dir="ltr">
      {fields.map(([field, change]) => (
        <div key={field}>
          <dt>
            <code>{field}</code>
          </dt>
          <dd>
            {isMove(change) && (
              <>
                <bdi>{shown(change.from)}</bdi> <ArrowIcon />{' '}
              </>
            )}
            <bdi>{shown(isMove(change) ? change.to : change)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function isMove(change: Data): boolean {
  return typeof change === 'object' && change !== null && 'to' in change;
}

function shown(value: unknown): string {
  if (value === null) return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
