import { useEffect, useState } from 'react';
import { useLanguage, useWords } from '../i18n/language.tsx';
import { shortInstant } from './pictures.tsx';
import type { Data } from './session.ts';

/** A price as a bill: each line rounded once, the total the sum of its lines. */
export function Bill({ price, timeline }: { price: Data; timeline: Data[] }) {
  const { words, language } = useLanguage();
  const money = (amount: string) => (
    <bdi>
      {amount} {price.currency}
    </bdi>
  );
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
        </tfoot>
      </table>
      <ul className="timeline">
        {timeline.map((step) => (
          <li key={step.from}>
            {words.cancelFrom} <bdi>{shortInstant(step.from, language)}</bdi> {words.cancelCosts}{' '}
            {money(step.penalty_amount)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The time that is left to redeem a lock. */
export function LockCountdown({ until }: { until: string }) {
  const words = useWords();
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
