import { formatInstant } from '../../kernel/instant.ts';

/** The tax and the service charge that a hotel adds to the price of its nights. */
export interface HotelCharges {
  taxBasisPoints: number;
  serviceBasisPoints: number;
}

/** Charges that apply from the instant `from`. `from` is in milliseconds since 1970, by the database's clock. */
export interface ChargeChange extends HotelCharges {
  from: number;
}

/**
 * A hotel with its charges, and with changes that replace these charges later. The hotel's own charges apply until the
 * first change.
 */
export interface ChargedHotel extends HotelCharges {
  /** The changes, in ascending order of time. */
  chargeChanges: ChargeChange[];
}

/**
 * Returns the charges for a price that is computed at this instant. A search calls this function for each hotel, so it
 * does almost no work for a hotel without changes.
 */
export function chargesAt(hotel: ChargedHotel, at: number): HotelCharges {
  const { chargeChanges } = hotel;
  if (chargeChanges.length === 0) return hotel;
  let charges: HotelCharges = hotel;
  for (const change of chargeChanges) if (change.from <= at) charges = change;
  return charges;
}

/**
 * Adds a change to the hotel's charges. If there is already a change at the same instant, the new change replaces it.
 * All other future changes are kept. The charges that apply at `now` become the hotel's own charges, and past changes
 * are removed, because past prices are never computed again. If the new charges already apply at the instant of the
 * change, the function returns the hotel unchanged.
 */
export function withChargeChange(hotel: ChargedHotel, change: ChargeChange, now: number): ChargedHotel {
  const { taxBasisPoints, serviceBasisPoints } = change;
  if (isSameCharges(chargesAt(hotel, change.from), change)) return hotel;
  const later = hotel.chargeChanges.filter(({ from }) => from > now && from !== change.from);
  if (change.from <= now) return { taxBasisPoints, serviceBasisPoints, chargeChanges: later };
  const inForce = chargesAt(hotel, now);
  return {
    taxBasisPoints: inForce.taxBasisPoints,
    serviceBasisPoints: inForce.serviceBasisPoints,
    chargeChanges: [...later, change].sort((one, other) => one.from - other.from),
  };
}

function isSameCharges(one: HotelCharges, other: HotelCharges): boolean {
  return one.taxBasisPoints === other.taxBasisPoints && one.serviceBasisPoints === other.serviceBasisPoints;
}

/** The format of a change in the column `charge_changes`. */
export interface StoredChargeChange {
  from: string;
  tax_basis_points: number;
  service_basis_points: number;
}

/**
 * Almost all hotels have no changes and share this empty list. A search reads the length of the list for each hotel.
 */
const NO_CHANGES: ChargeChange[] = [];

export function chargeChangesOf(stored: StoredChargeChange[]): ChargeChange[] {
  if (stored.length === 0) return NO_CHANGES;
  return stored.map((change) => ({
    from: Date.parse(change.from),
    taxBasisPoints: change.tax_basis_points,
    serviceBasisPoints: change.service_basis_points,
  }));
}

export function storedChargeChanges(changes: ChargeChange[]): StoredChargeChange[] {
  return changes.map((change) => ({
    from: formatInstant(change.from),
    tax_basis_points: change.taxBasisPoints,
    service_basis_points: change.serviceBasisPoints,
  }));
}
