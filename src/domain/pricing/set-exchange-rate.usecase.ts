// An operator sets the exchange rate from an instant on.

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
  /** Milliseconds; null: from now on. */
  from: number | null;
  /** The question to which somebody said yes; null before it was asked. */
  confirmed: string | null;
}

export type RateOutcome =
  | { kind: 'set'; rate: ExchangeRate; before: ExchangeRate | null; isChanged: boolean }
  /** Nothing was changed. Ask, and call again with the question if the operator confirms. */
  | { kind: 'question'; question: string };

/**
 * Sets how many dinars a dollar costs from an instant on. Asks before a large change: the question names both rates, so
 * a yes does not count when the old rate is another one by then.
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
    // Prices were given at a rate that is in force. It is never replaced, only followed by another.
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

/** A rate as audits and programs see it. */
export function rateData(rate: ExchangeRate) {
  return { iqd_for_a_usd: Number(formatRate(rate)), from: rate.asOf };
}
