import { useLandingWords } from './use-words.ts';
import type { Sheet } from './voucher-sheet.ts';

/** Shows the voucher as on a guest's phone. */
export function VoucherView({ sheet, isStale }: { sheet: Sheet; isStale: boolean }) {
  const words = useLandingWords();
  return (
    <article className={isStale ? 'stage-voucher stale' : 'stage-voucher'} aria-label={words.voucher}>
      <p className="stage-stamp">
        {sheet.stamps.map(({ text, language }) => (
          <strong key={language} lang={language}>
            {text}
          </strong>
        ))}
      </p>
      <header>
        <small>{sheet.title}</small>
        <strong dir="ltr">{sheet.number}</strong>
        <span>{sheet.hotel}</span>
      </header>
      <dl>
        {sheet.facts.map(({ label, value, note, isDue }) => (
          <div key={label} className={isDue ? 'due' : undefined}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
              {note !== null && <small>{note}</small>}
            </dd>
          </div>
        ))}
      </dl>
      <p className="stage-qr">
        {sheet.qr !== null && <img src={sheet.qr} alt={words.qr} width="112" height="112" />}
        <small>{words.qrNote}</small>
      </p>
    </article>
  );
}
