import { instantText } from '../i18n/dates.ts';
import { useWords } from '../i18n/language.tsx';
import { Link } from '../parts/router.tsx';
import { isSandbox } from '../parts/settings.ts';
import { ComponentRow, TONES } from './component-row.tsx';
import { Incidents } from './incidents.tsx';
import { COMPONENTS } from './status-data.ts';
import { StatusIcon } from './status-icon.tsx';
import { type SeenStatus, useStatus } from './use-status.ts';
import { useStatusWords } from './words.ts';

/** The current status and the history. Every part has its final size before the data is loaded, so that nothing moves. */
export function StatusView() {
  const words = useStatusWords();
  const seen = useStatus();
  const { data, isUnreachable } = seen;
  return (
    <div className="status">
      <Head seen={seen} />
      <section aria-labelledby="components">
        <h2 id="components">{words.components}</h2>
        <Legend />
        <ul className="components">
          {COMPONENTS.map((name) => (
            <ComponentRow
              key={name}
              name={name}
              status={data?.components.find(({ component }) => component === name) ?? null}
              isCurrent={!isUnreachable}
            />
          ))}
        </ul>
      </section>
      <Incidents incidents={data?.incidents ?? null} />
      <section aria-labelledby="measured">
        <h2 id="measured">{words.measuredTitle}</h2>
        <ul className="measured">
          {words.measured.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p className="actions">
          <Link className="secondary" href="/support">
            {words.askSupport}
          </Link>
          <a href="/v1/status">{words.asJson}</a>
        </p>
      </section>
    </div>
  );
}

function Head({ seen: { data, isUnreachable } }: { seen: SeenStatus }) {
  const words = useStatusWords();
  const common = useWords();
  const state = isUnreachable || data === null ? 'UNKNOWN' : data.status;
  const sentence = isUnreachable ? 'UNREACHABLE' : (data?.status ?? 'CHECKING');
  const when = data === null ? null : instantText(data.checked_at, common);
  const line = isUnreachable
    ? when === null
      ? words.tryingAgain
      : words.lastKnown(when)
    : when === null
      ? ''
      : data?.history_until === null
        ? words.historyMissing
        : words.updated(when);
  return (
    <header className={`status-head ${isUnreachable ? 'bad' : TONES[state]}`}>
      <h1>
        {common.statusPage} <span className="hint">{isSandbox ? common.sandbox : common.production}</span>
      </h1>
      <p className="status-sentence" role="status">
        <StatusIcon state={isUnreachable ? 'DOWN' : state} />
        <span>{words.sentence[sentence]}</span>
      </p>
      <p className="hint status-updated">{line}</p>
    </header>
  );
}

const SAMPLES = ['OPERATIONAL', 'DEGRADED', 'DOWN', 'NO_DATA'] as const;

function Legend() {
  const words = useStatusWords();
  return (
    <ul className="day-legend" aria-label={words.legend}>
      {SAMPLES.map((state) => (
        <li key={state}>
          <span className={`day-bar ${state}`} data-known={state === 'NO_DATA' ? 0 : 10} aria-hidden="true" />
          {words.state[state]}
        </li>
      ))}
      <li>
        <span className="day-bar OPERATIONAL" data-known={5} aria-hidden="true" />
        {words.partlyKnown}
      </li>
    </ul>
  );
}
