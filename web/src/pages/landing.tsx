import { useEffect, useState } from 'react';
import { Lifecycle } from '../console/lifecycle.tsx';
import { useLanguage } from '../i18n/language.tsx';
import { Link } from '../parts/router.tsx';
import { isSandbox, settings } from '../parts/settings.ts';

interface HealthReport {
  status: 'OPERATIONAL' | 'DEGRADED';
  latency: { p50_ms: number; p99_ms: number };
}

const LOOK_AGAIN_MILLISECONDS = 10_000;

export function Landing() {
  const { words } = useLanguage();
  return (
    <div className="landing">
      <section className="hero">
        <h1>{words.name}</h1>
        <p className="lead">{words.tagline}</p>
        <p className="actions">
          {isSandbox && (
            <Link href="/console" className="primary">
              {words.startNow}
            </Link>
          )}
          <Link href="/guides/quick-start" className="secondary">
            {words.readQuickStart}
          </Link>
        </p>
        {!isSandbox && <p className="note">{words.productionNote}</p>}
      </section>
      <section className="facts-strip" aria-label={words.environment}>
        <dl className="facts-list">
          <div>
            <dt>{words.baseAddress}</dt>
            <dd>
              <code dir="ltr">{settings.baseUrl}</code>
            </dd>
          </div>
          <div>
            <dt>{words.environment}</dt>
            <dd>{isSandbox ? words.sandbox : words.production}</dd>
          </div>
          <div>
            <dt>{words.release}</dt>
            <dd>
              <bdi>v{settings.version}</bdi>
            </dd>
          </div>
          <div>
            <dt>{words.health}</dt>
            <dd>
              <Health />
            </dd>
          </div>
        </dl>
        <p className="hint">{words.baseNote}</p>
      </section>
      <section>
        <h2>{words.lifecycle}</h2>
        <Lifecycle notes base={isSandbox ? '/console' : '/reference'} />
        <p className="hint">{words.lifecycleNote}</p>
      </section>
      <section>
        <h2>{words.supply.pageTitle}</h2>
        <p className="lead">
          {words.supply.pageLead} {isSandbox && words.supply.pageTry}
        </p>
        <p className="actions">
          {isSandbox && (
            <Link href="/console" className="primary">
              {words.supply.tryPage}
            </Link>
          )}
          <Link href="/guides/hotel-page" className="secondary">
            {words.supply.readPage}
          </Link>
        </p>
      </section>
      <section className="promises">
        {words.promises.map(([title, text]) => (
          <article key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </article>
        ))}
      </section>
    </div>
  );
}

/** The node's health report, requested again every 10 seconds. */
function Health() {
  const { words } = useLanguage();
  const [report, setReport] = useState<HealthReport | 'unreachable' | null>(null);
  useEffect(() => {
    const look = () =>
      fetch('/api/v1/health')
        .then((response) => response.json() as Promise<HealthReport>)
        .then(setReport, () => setReport('unreachable'));
    look();
    const timer = setInterval(look, LOOK_AGAIN_MILLISECONDS);
    return () => clearInterval(timer);
  }, []);
  if (report === null) return <span>{words.loading}</span>;
  if (report === 'unreachable') return <span className="bad">{words.unreachable}</span>;
  const isWell = report.status === 'OPERATIONAL';
  return (
    <span className={isWell ? 'good' : 'bad'}>
      {isWell ? words.operational : words.degraded}{' '}
      <small>{words.healthDetail(report.latency.p50_ms, report.latency.p99_ms)}</small>
    </span>
  );
}
