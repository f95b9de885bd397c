import { leftToRight } from '../i18n/isolate.ts';
import { useLanguage } from '../i18n/language.tsx';
import { Badge } from '../parts/badge.tsx';
import { Callout } from '../parts/callout.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { isSandbox } from '../parts/settings.ts';
import { type DoneStep, STEPS, type StepName } from './run-booking.ts';
import { type ShownRun, useRun } from './use-run.ts';
import { useLandingWords } from './use-words.ts';
import { VoucherView } from './voucher-view.tsx';

/**
 * Shows the four requests of a booking: the first is the search, and the last is the voucher. At first the requests are
 * recorded. After the reader starts a run, they are real.
 */
export function Stage() {
  const { language } = useLanguage();
  const words = useLandingWords();
  const { shown, run } = useRun(language);
  return (
    <section className="stage" aria-labelledby="stage-title">
      <header className="stage-head">
        <div>
          <h2 id="stage-title">{words.stageTitle}</h2>
          <p className="hint">{isSandbox ? words.stageNote : words.stageNoteProduction}</p>
        </div>
        <p className="actions" role="status">
          <State shown={shown} />
          {isSandbox && (
            // The button is not disabled during a run, because a disabled button would lose the focus. The run ignores
            // further clicks.
            <button type="button" className="primary" aria-disabled={shown.running !== null} onClick={run}>
              {shown.recordedOn === null && shown.running === null ? words.runAgain : words.run}
            </button>
          )}
        </p>
      </header>
      <div className="stage-body">
        <div>
          <ol className="stage-steps">
            {STEPS.map((step, index) => (
              <Step
                key={step}
                number={index + 1}
                step={step}
                done={shown.steps[step]}
                isRunning={shown.running === step}
              />
            ))}
          </ol>
          {shown.failure !== null && (
            <Callout tone="bad" role="alert" title={words.stopped}>
              <p>
                {typeof shown.failure === 'string' ? (
                  words[shown.failure]
                ) : (
                  <code dir="ltr">{shown.failure.code}</code>
                )}
              </p>
            </Callout>
          )}
        </div>
        <div>
          <VoucherView sheet={shown.sheet} isStale={shown.isSheetStale} />
          <p className="stage-open">
            {shown.booked === null ? (
              <span className="hint">{words.voucherNote}</span>
            ) : (
              <a href={`${shown.booked.voucherPath}&lang=${language}`} target="_blank" rel="noreferrer">
                {words.openVoucher}
              </a>
            )}
          </p>
        </div>
      </div>
    </section>
  );
}

function State({ shown }: { shown: ShownRun }) {
  const words = useLandingWords();
  if (shown.running !== null) return <Badge tone="brand">{words.running}</Badge>;
  if (shown.recordedOn !== null) return <Badge>{words.recorded(leftToRight(shown.recordedOn))}</Badge>;
  return shown.booked === null ? (
    <Badge tone="bad">{words.stopped}</Badge>
  ) : (
    <Badge tone="good">{words.live}</Badge>
  );
}

interface StepProps {
  number: number;
  step: StepName;
  done: DoneStep | undefined;
  isRunning: boolean;
}

function Step({ number, step, done, isRunning }: StepProps) {
  const { words: site } = useLanguage();
  const words = useLandingWords();
  return (
    <li className={isRunning ? 'running' : done === undefined ? 'waiting' : 'done'}>
      <span className="stage-number" aria-hidden="true">
        {number}
      </span>
      <div className="stage-what">
        <strong>{site.steps[step]}</strong> <span className="hint">{words.steps[step]}</span>
      </div>
      <p className="stage-request" dir="ltr">
        <code>POST {PATHS[step]}</code>
        {done !== undefined && (
          <span>
            <Badge tone={done.status < 300 ? 'good' : 'bad'}>{done.status}</Badge>{' '}
            <span className="stage-time">{done.milliseconds} ms</span>
          </span>
        )}
      </p>
      <CodeBlock
        label={`${site.response}: ${site.steps[step]}`}
        language="json"
        code={done === undefined ? ' ' : linesOf(done.excerpt)}
      />
    </li>
  );
}

const PATHS: Record<StepName, string> = {
  search: '/v1/search',
  priceCheck: '/v1/price-check',
  prebook: '/v1/prebook',
  book: '/v1/bookings',
};

/** One field per line, as in the response. */
function linesOf(excerpt: Record<string, unknown>): string {
  return Object.entries(excerpt)
    .map(([name, value]) => `"${name}": ${JSON.stringify(value)}`)
    .join(',\n');
}
