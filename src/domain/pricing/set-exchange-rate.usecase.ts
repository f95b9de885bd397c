// An operator sets the exchange rate that applies from an instant on.

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
  /** In milliseconds. Null: from now on. */
  from: number | null;
  /** The question that the operator confirmed. Null before a question was asked. */
  confirmed: string | null;
}

export type RateOutcome =
  | { kind: 'set'; rate: ExchangeRate; before: ExchangeRate | null; isChanged: boolean }
  /** Nothing was changed. Ask the operator the question. If the operator confirms it, call again with the question. */
  | { kind: 'question'; question: string };

/**
 * Sets how many dinars a dollar costs from an instant on. Asks for confirmation before a large change. The question
 * names both rates, so a confirmation is not valid if the old rate has changed after the question.
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
    // Prices were given at the rate that is in force. So this rate is never replaced, and a new rate only follows it.
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
