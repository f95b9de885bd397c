// A hotel as reads need it.

import type { HotelId } from '../../kernel/ids.ts';
import type { Currency } from '../../kernel/money.ts';
import type { ChargeChange } from './charges.ts';

export type HotelStatus = 'ACTIVE' | 'INACTIVE' | 'SUSPENDED';

/** Test behaviours of the sandbox's scenario hotels; null for every real hotel. */
export type Scenario = 'PRICE_RISES' | 'LAST_ROOM_GONE' | 'SLOW';

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
  address: { en: string; ar: string };
  phone: string;
  latitude: number;
  longitude: number;
  amenities: string[];
  images: { url: string; caption_en: string; caption_ar: string }[];
  checkInFrom: string;
  checkOutUntil: string;
  /** The last minute in which a stay for the same day is sold, in Baghdad time. */
  sameDayCutoff: string;
  policies: { children: string; payment: string; pets: string; cancellation: string };
  taxBasisPoints: number;
  serviceBasisPoints: number;
  /** Use `chargesAt` to read these changes. */
  chargeChanges: ChargeChange[];
  scenario: Scenario | null;
  updatedAt: string;
}
