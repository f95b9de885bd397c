// A hotel with the fields that reads need.

import type { HotelId } from '../../kernel/ids.ts';
import type { Currency } from '../../kernel/money.ts';
import type { ChargeChange } from './charges.ts';

export type HotelStatus = 'ACTIVE' | 'INACTIVE' | 'SUSPENDED';

/**
 * The special behaviour of some sandbox hotels. With these hotels, partners test rare cases. A real hotel has no
 * special behaviour.
 */
export type Scenario = 'PRICE_RISES' | 'LAST_ROOM_GONE' | 'SLOW';

/** The address of a hotel by language. `ckb` is null if the hotel has no Kurdish address. */
export interface Address {
  en: string;
  ar: string;
  ckb: string | null;
}

export interface Hotel {
  id: HotelId;
  lockNumber: number;
  publicId: string;
  nameEn: string;
  nameAr: string;
  nameCkb: string;
  starRating: number;
  city: string;
  governorate: string;
  status: HotelStatus;
  currency: Currency;
  descriptions: { en: string; ar: string; ckb: string };
  address: Address;
  phone: string;
  latitude: number;
  longitude: number;
  amenities: string[];
  images: { url: string; caption_en: string; caption_ar: string }[];
  checkInFrom: string;
  checkOutUntil: string;
  /** The last time of day, in Baghdad, at which the hotel sells a stay that begins on the same day. */
  sameDayCutoff: string;
  policies: { children: string; payment: string; pets: string; cancellation: string };
  taxBasisPoints: number;
  serviceBasisPoints: number;
  /** Use `chargesAt` to read these changes. */
  chargeChanges: ChargeChange[];
  scenario: Scenario | null;
  updatedAt: string;
}
