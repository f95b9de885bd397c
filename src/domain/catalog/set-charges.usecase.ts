// An operator sets the tax and the service charge of hotels, from now or from a date.

import type { Operation } from '../../context.ts';
import { beginningProblem, formatInstant } from '../../kernel/instant.ts';
import { percentOf } from '../../kernel/money.ts';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';
import { recordOperatorChanges } from '../../platform/audit/operator-audit.store.ts';
import { commitUnless } from '../../platform/db/commit-unless.ts';
import { noHotel } from '../partners/no-hotel.ts';
import { type ChargedHotelRow, lockCharges, readCharges, writeCharges } from './charges.store.ts';
import { chargesAt, type HotelCharges, withChargeChange } from './charges.ts';

export interface NewCharges extends HotelCharges {
  /** The public id or uuid of a hotel. Null: every hotel. */
  hotel: string | null;
  /** The instant from which the charges apply, in milliseconds. Null: the charges apply from now. */
  from: number | null;
}

/** A change to the charges of one hotel. */
export interface HotelChargesChange {
  hotel: ChargedHotelRow;
  /** The charges that would apply at the instant of the change if this change were not made. */
  before: HotelCharges;
  after: HotelCharges;
  isChanged: boolean;
}

/** The charges that were set, and the instant from which they apply. */
export interface SetCharges {
  from: number;
  changes: HotelChargesChange[];
}

/**
 * Sets the tax and the service charge of all prices that are computed after an instant. Existing quotes, holds and
 * bookings keep their charges.
 */
export async function setCharges(
  { pool, who, now }: Operation,
  { hotel: reference, from: wanted, taxBasisPoints, serviceBasisPoints }: NewCharges,
  dryRun: boolean,
): Promise<Outcome<SetCharges, Declined>> {
  return commitUnless(dryRun, pool, async (tx) => {
    const hotels = await lockCharges(tx, reference);
    if (hotels.length === 0 && reference !== null) return decline(noHotel(reference));
    // Read the time after the locks were taken. If another transaction set charges while this transaction waited for
    // the locks, the charges of this transaction must not begin earlier than the other charges.
    const present = now().getTime();
    const problem = wanted === null ? null : beginningProblem(wanted, present);
    if (problem !== null) return decline(problem);
    const from = wanted ?? present;
    const after = { taxBasisPoints, serviceBasisPoints };
    const charged = hotels.map((hotel) => ({
      hotel,
      before: chargesAt(hotel, from),
      next: withChargeChange(hotel, { from, ...after }, present),
    }));
    const changed = charged.filter(({ hotel, next }) => next !== hotel);
    await writeCharges(
      tx,
      changed.map(({ hotel, next }) => ({ ...next, id: hotel.id })),
    );
    await recordOperatorChanges(
      tx,
      changed.map(({ hotel, before }) => ({
        who,
        action: 'tax set',
        subject: hotel.publicId,
        before: chargesData(before),
        after: { ...chargesData(after), from: formatInstant(from) },
      })),
    );
    const changes = charged
      .map(({ hotel, before, next }) => ({ hotel, before, after, isChanged: next !== hotel }))
      .sort((one, other) => (one.hotel.publicId < other.hotel.publicId ? -1 : 1));
    return accept({ from, changes });
  });
}

export async function listCharges(
  { pool }: Operation,
  reference: string | null,
): Promise<Outcome<ChargedHotelRow[], Declined>> {
  const hotels = await readCharges(pool, reference);
  return hotels.length === 0 && reference !== null ? decline(noHotel(reference)) : accept(hotels);
}

/** Returns charges in the format of audits and of JSON output. */
export function chargesData({ taxBasisPoints, serviceBasisPoints }: HotelCharges) {
  return {
    tax_percent: percentOf(taxBasisPoints),
    service_charge_percent: percentOf(serviceBasisPoints),
  };
}
