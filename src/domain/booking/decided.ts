import type { Minor } from '../../kernel/money.ts';
import type { Outcome } from '../../kernel/refusal.ts';
import type { Hotel } from '../catalog/hotel.ts';
import type { RoomType } from '../catalog/room-type.ts';
import type { RatePlan } from '../pricing/rate-plan.ts';
import type { BookingChanges } from './audit.ts';
import type { Booking, CancellationRecord } from './booking.ts';
import type { Command, FinalResponse } from './command.ts';
import type { Hold } from './hold.ts';

/** The booked hotel, room type and rate plan, as the catalogue describes them. */
export interface BookedProduct {
  hotel: Pick<Hotel, 'id' | 'publicId' | 'nameEn' | 'nameAr' | 'nameCkb' | 'phone' | 'address'>;
  roomType: Pick<RoomType, 'id' | 'code' | 'nameEn' | 'nameAr' | 'nameCkb'>;
  plan: Pick<RatePlan, 'id' | 'code' | 'nameEn' | 'nameAr' | 'nameCkb' | 'pricingModel'>;
}

/** The result of a command. The API converts this result to a response. */
export type Decided =
  | { kind: 'hold'; hold: Hold; now: number }
  | { kind: 'booking'; booking: Booking; product: BookedProduct }
  | {
      kind: 'modification';
      booking: Booking;
      product: BookedProduct;
      changes: BookingChanges;
      difference: Minor;
      dryRun: boolean;
    }
  | {
      kind: 'cancellation';
      booking: Booking;
      product: BookedProduct;
      cancellation: CancellationRecord;
      dryRun: boolean;
    }
  | Reservation;

/** The result of a step that a hotel reported. It contains the booking in the form that hotels receive. */
export interface Reservation {
  kind: 'reservation';
  booking: Booking;
  product: BookedProduct;
  /** The public client id of the partner that made the booking. */
  channel: string;
  /** The event number of this revision. */
  event: number;
}

/**
 * Writes the bytes of a response. The desk stores these bytes with the decision and does not depend on their format.
 */
export type WriteResponse = (command: Command, outcome: Outcome<Decided>) => FinalResponse;
