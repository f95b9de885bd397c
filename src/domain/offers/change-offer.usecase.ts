// An operator changes nights and prices. A large change is sent to the desk as several commands.

import type { Operation } from '../../context.ts';
import { ledgerIdOf } from '../../kernel/ids.ts';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';
import { StartRefused } from '../../kernel/start-refused.ts';
import type { OfferCommand } from '../booking/command.ts';
import { countCells, type OfferChange, type OfferedHotel, type OfferReport } from './offer-change.ts';
import type { SeasonChange } from './season.ts';

/**
 * The maximum number of nights and prices in one command. A larger change is split into several commands. A booking of
 * the same hotel then waits for one command, and not for the whole change.
 */
const CELLS_AT_ONCE = 2_000;
/**
 * The commands use the ledger that all production partners share. The change applies to every ledger, because a hotel
 * offers the same rooms in every ledger.
 */
const LEDGER = ledgerIdOf(1);

export interface HowToChange {
  /** The name of the operator's command, for the audit. */
  action: string;
  dryRun: boolean;
  interrupted?: AbortSignal;
}

/**
 * Sends a change of nights and prices to the desk. The desk executes the change and the hotel's bookings in the order
 * of their arrival. A large change is sent as several commands.
 */
export async function changeOffer(
  operation: Operation,
  hotel: OfferedHotel,
  change: OfferChange,
  how: HowToChange,
): Promise<Outcome<OfferReport, Declined>> {
  if ([...change.nights, ...change.prices].some(({ first, last }) => last < first))
    return decline('the last day is before the first');
  const report: OfferReport = { nights: 0, prices: 0, warnings: [] };
  for (const part of split(change)) {
    const outcome = await submitOffer(operation, hotel, part, null, how);
    if (!outcome.ok) return outcome;
    report.nights += outcome.value.nights;
    report.prices += outcome.value.prices;
    if (outcome.value.details !== undefined)
      report.details = [...(report.details ?? []), ...outcome.value.details];
    for (const warning of outcome.value.warnings)
      if (!report.warnings.some((one) => one.message === warning.message)) report.warnings.push(warning);
    if (how.interrupted?.aborted) break;
  }
  return accept(report);
}

/** Sends one command to the desk and reads its response. */
export async function submitOffer(
  { submit, who }: Operation,
  hotel: OfferedHotel,
  change: OfferChange,
  season: SeasonChange | null,
  { action, dryRun }: HowToChange,
): Promise<Outcome<OfferReport, Declined>> {
  const command: OfferCommand = {
    kind: 'offer',
    hotelLedger: { ledgerId: LEDGER, hotelId: hotel.id, hotelLockNumber: hotel.lockNumber },
    idempotency: null,
    ...{ change, season, who, action, subject: hotel.publicId, dryRun },
  };
  const { status, body } = await submit(command);
  const outcome = JSON.parse(body);
  if (status === 200) return accept(outcome as OfferReport);
  if (status === 409)
    return decline(...(outcome.problems as string[]).map((one) => `${hotel.publicId}: ${one}`));
  throw new StartRefused(`${hotel.publicId}: ${outcome.error.message}`);
}

/**
 * Splits a change into commands. Prices come before nights, because a night must not be open before its price is set.
 */
function split({ nights, prices }: OfferChange): OfferChange[] {
  const parts: OfferChange[] = [];
  let part: OfferChange = { nights: [], prices: [] };
  let cells = 0;
  const add = (size: number, put: (to: OfferChange) => void) => {
    if (cells > 0 && cells + size > CELLS_AT_ONCE) {
      parts.push(part);
      part = { nights: [], prices: [] };
      cells = 0;
    }
    put(part);
    cells += size;
  };
  for (const one of prices) add(countCells({ nights: [], prices: [one] }), (to) => to.prices.push(one));
  for (const one of nights) add(countCells({ nights: [one], prices: [] }), (to) => to.nights.push(one));
  if (cells > 0) parts.push(part);
  return parts;
}
