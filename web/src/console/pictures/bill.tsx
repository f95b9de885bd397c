import { useEffect, useState } from 'react';
import { instantText } from '../../i18n/dates.ts';
import { moneyText } from '../../parts/money.ts';
import type { Data } from '../state/session.ts';
import { useConsoleWords } from '../use-words.ts';

/** A price as a bill. Each line is rounded once, and the total is the sum of the lines. */
export function Bill({ price }: { price: Data }) {
  const words = useConsoleWords();
  const money = (amount: string) => <bdi>{moneyText(amount, price.currency)}</bdi>;
  return (
    <>
      <table className="bill">
        <thead>
          <tr>
            <th scope="col">{words.night}</th>
            <th scope="col">{words.amount}</th>
          </tr>
        </thead>
        <tbody>
          {price.nightly.map((night: Data) => (
            <tr key={night.date}>
              <th scope="row">
                <bdi>{night.date}</bdi> <small>{words.rooms(night.rooms.length)}</small>
              </th>
              <td>{money(night.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.subtotal}</th>
            <td>{money(price.subtotal)}</td>
          </tr>
          <tr>
            <th scope="row">{words.tax(price.tax.percent)}</th>
            <td>{money(price.tax.amount)}</td>
          </tr>
          <tr>
            <th scope="row">{words.serviceCharge(price.service_charge.percent)}</th>
            <td>{money(price.service_charge.amount)}</td>
          </tr>
          <tr className="total">
            <th scope="row">{words.total}</th>
            <td>{money(price.total)}</td>
          </tr>
          <tr className="aside">
            <th scope="row">{words.commission(price.commission.percent)}</th>
            <td>{money(price.commission.amount)}</td>
          </tr>
          <tr className="aside">
            <th scope="row">{words.collectedBy}</th>
            <td>{words.collector[price.payment.collected_by]}</td>
          </tr>
          <tr className="aside">
            <th scope="row">{words.dueAtHotel}</th>
            <td>{money(price.payment.due_at_hotel)}</td>
          </tr>
        </tfoot>
      </table>
      <ul className="timeline">
        {price.cancellation.timeline.map((step: Data) => (
          <li key={step.from}>
            {words.cancelFrom} <bdi>{instantText(step.from, words)}</bdi> {words.cancelCosts}{' '}
            {money(step.penalty_amount)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Shows whether a hold keeps this price, and until when. */
export function LockState({ quote }: { quote: Data }) {
  const words = useConsoleWords();
  return (
    <div className={`lock-state ${quote.lock_state === 'LOCKED' ? 'good' : ''}`}>
      <p>{words.lockState[quote.lock_state]}</p>
      {quote.lock !== null && <LockCountdown until={quote.lock.expires_at} />}
    </div>
  );
}

/** Shows the time that is left to book with a hold. */
export function LockCountdown({ until }: { until: string }) {
  const words = useConsoleWords();
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));
  if (seconds === 0) return <p className="countdown over">{words.lockOver}</p>;
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <p className="countdown" role="timer">
      {words.lockRunning} <strong dir="ltr">{left}</strong>
    </p>
  );
}
