// An operator sets the exchange rate, from now or from a later instant.

import type { Operation } from '../../context.ts';
import { type ExchangeRate, formatRate } from '../../kernel/exchange.ts';
import { beginningProblem, formatInstant } from '../../kernel/instant.ts';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';
import { recordOperatorChanges } from '../../platform/audit/operator-audit.store.ts';
import { commitUnless } from '../../platform/db/commit-unless.ts';
import { lockRates, readRates, writeRate } from './exchange-rates.store.ts';
import { largeChangeQuestion } from './exchange-rules.ts';

export interface NewRate {
  tenThousandthsOfIqdForUsd: number;
  /** The instant from which the rate applies, in milliseconds. Null: the rate applies from now. */
  from: number | null;
  /** The question that the operator has answered with yes. Null: no question was asked yet. */
  confirmed: string | null;
}

export type RateOutcome =
  | { kind: 'set'; rate: ExchangeRate; before: ExchangeRate | null; isChanged: boolean }
  /**
   * Nothing was changed, because the operator must first confirm the change. Ask the operator this question. If the
   * answer is yes, call the function again with the question in `confirmed`.
   */
  | { kind: 'question'; question: string };

/**
 * Sets the exchange rate from an instant, as the number of dinars for a dollar. A large change needs a confirmation.
 * The question contains both rates, so the confirmation is not valid if the old rate has changed since the question was
 * asked.
 */
export async function setExchangeRate(
  { pool, who }: Operation,
  { tenThousandthsOfIqdForUsd, from, confirmed }: NewRate,
): Promise<Outcome<RateOutcome, Declined>> {
  return commitUnless<RateOutcome>(false, pool, async (tx) => {
    const now = await lockRates(tx);
    const problem = from === null ? null : beginningProblem(from, now);
    if (problem !== null) return decline(problem);
    const rate = { tenThousandthsOfIqdForUsd, asOf: formatInstant(from ?? now) };
    const rates = await readRates(tx);
    const before = rates.find(({ asOf }) => asOf === rate.asOf) ?? null;
    const replaced = rates.find(({ asOf }) => asOf <= rate.asOf) ?? null;
    if (replaced?.tenThousandthsOfIqdForUsd === tenThousandthsOfIqdForUsd)
      return accept({ kind: 'set', rate: replaced, before: replaced, isChanged: false });
    const question = largeChangeQuestion(replaced, tenThousandthsOfIqdForUsd);
    if (question !== null && question !== confirmed) return accept({ kind: 'question', question });
    // Never overwrite a rate that is already in force, because prices were computed with this rate. A new rate must
    // begin at a later time.
    if (before !== null && Date.parse(before.asOf) <= now)
      return decline('another rate was set at this moment: try again');
    await writeRate(tx, rate);
    await recordOperatorChanges(tx, [
      {
        who,
        action: 'exchange set',
        subject: 'exchange',
        before: replaced === null ? null : rateData(replaced),
        after: rateData(rate),
      },
    ]);
    return accept({ kind: 'set', rate, before: replaced, isChanged: true });
  });
}

/** Returns a rate in the format of audits and of JSON output. */
export function rateData(rate: ExchangeRate) {
  return { iqd_for_a_usd: Number(formatRate(rate)), from: rate.asOf };
}
