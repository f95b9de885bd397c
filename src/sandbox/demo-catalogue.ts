// Room types, boards, policies and prices of the demo hotels.

import { createHash } from 'node:crypto';
import type { Prices } from '../domain/pricing/rate-plan.ts';
import { type Currency, type Minor, minor } from '../kernel/money.ts';
import type { DemoBoardCode, DemoHotel, DemoRoomCode } from './demo-hotels.ts';

interface RoomTemplate {
  nameEn: string;
  nameAr: string;
  nameCkb: string;
  maxOccupancy: number;
  maxAdults: number;
  maxChildren: number;
  beds: { type: string; count: number }[];
  sizeSqm: number;
  allotment: number;
  /** The price of the room type, divided by the price of the standard double room. */
  priceFactor: number;
}

export const ROOM_TEMPLATES: Record<DemoRoomCode, RoomTemplate> = {
  SGL: {
    nameEn: 'Single room',
    nameAr: 'غرفة مفردة',
    nameCkb: 'ژووری یەک کەسی',
    maxOccupancy: 1,
    maxAdults: 1,
    maxChildren: 0,
    beds: [{ type: 'SINGLE', count: 1 }],
    sizeSqm: 16,
    allotment: 6,
    priceFactor: 0.8,
  },
  DBL: {
    nameEn: 'Standard double room',
    nameAr: 'غرفة مزدوجة قياسية',
    nameCkb: 'ژووری دوو کەسیی ستاندارد',
    maxOccupancy: 3,
    maxAdults: 2,
    maxChildren: 1,
    beds: [{ type: 'DOUBLE', count: 1 }],
    sizeSqm: 24,
    allotment: 12,
    priceFactor: 1,
  },
  TRP: {
    nameEn: 'Triple room',
    nameAr: 'غرفة ثلاثية',
    nameCkb: 'ژووری سێ کەسی',
    maxOccupancy: 4,
    maxAdults: 3,
    maxChildren: 2,
    beds: [{ type: 'SINGLE', count: 3 }],
    sizeSqm: 30,
    allotment: 8,
    priceFactor: 1.15,
  },
  FAM: {
    nameEn: 'Family room',
    nameAr: 'غرفة عائلية',
    nameCkb: 'ژووری خێزانی',
    maxOccupancy: 6,
    maxAdults: 4,
    maxChildren: 4,
    beds: [
      { type: 'DOUBLE', count: 1 },
      { type: 'SINGLE', count: 3 },
    ],
    sizeSqm: 42,
    allotment: 5,
    priceFactor: 1.4,
  },
  STE: {
    nameEn: 'Suite',
    nameAr: 'جناح',
    nameCkb: 'سویت',
    maxOccupancy: 4,
    maxAdults: 3,
    maxChildren: 2,
    beds: [{ type: 'KING', count: 1 }],
    sizeSqm: 58,
    allotment: 2,
    priceFactor: 2.2,
  },
};

interface BoardTemplate {
  pricingModel: 'ROOM_ONLY' | 'BED_AND_BREAKFAST' | 'HALF_BOARD' | 'FULL_BOARD';
  nameEn: string;
  nameAr: string;
  nameCkb: string;
  priceFactor: number;
  policy: DemoPolicyCode;
}

export const BOARD_TEMPLATES: Record<DemoBoardCode, BoardTemplate> = {
  RO: {
    pricingModel: 'ROOM_ONLY',
    nameEn: 'Room only',
    nameAr: 'مبيت فقط',
    nameCkb: 'تەنها ژوور',
    priceFactor: 1,
    policy: 'NON_REFUNDABLE',
  },
  BB: {
    pricingModel: 'BED_AND_BREAKFAST',
    nameEn: 'Bed and breakfast',
    nameAr: 'مبيت وفطور',
    nameCkb: 'مانەوە لەگەڵ نانی بەیانی',
    priceFactor: 1.12,
    policy: 'FLEXIBLE',
  },
  HB: {
    pricingModel: 'HALF_BOARD',
    nameEn: 'Half board',
    nameAr: 'نصف إقامة',
    nameCkb: 'دوو ژەم: نانی بەیانی و نانی ئێوارە',
    priceFactor: 1.3,
    policy: 'MODERATE',
  },
  FB: {
    pricingModel: 'FULL_BOARD',
    nameEn: 'Full board',
    nameAr: 'إقامة كاملة',
    nameCkb: 'هەموو ژەمەکان',
    priceFactor: 1.48,
    policy: 'MODERATE',
  },
};

export type DemoPolicyCode = 'FLEXIBLE' | 'MODERATE' | 'NON_REFUNDABLE';

/** Every booking is made fewer than this number of hours before check-in, so a rule with this number always applies. */
const ALWAYS_HOURS = 17_520;

export const POLICY_TEMPLATES: Record<DemoPolicyCode, { nameEn: string; nameAr: string; rules: object[] }> = {
  FLEXIBLE: {
    nameEn: 'Flexible: free until 24 hours before check-in',
    nameAr: 'مرنة: إلغاء مجاني حتى ٢٤ ساعة قبل الوصول',
    rules: [{ hours_before_check_in: 24, penalty: { type: 'NIGHTS', value: 1 } }],
  },
  MODERATE: {
    nameEn: 'Moderate: half from 72 hours, everything from 24 hours before check-in',
    nameAr: 'متوسطة: نصف المبلغ من ٧٢ ساعة والمبلغ كله من ٢٤ ساعة قبل الوصول',
    rules: [
      { hours_before_check_in: 72, penalty: { type: 'PERCENT', value: 50 } },
      { hours_before_check_in: 24, penalty: { type: 'PERCENT', value: 100 } },
    ],
  },
  NON_REFUNDABLE: {
    nameEn: 'Non-refundable',
    nameAr: 'غير قابلة للاسترداد',
    rules: [{ hours_before_check_in: ALWAYS_HOURS, penalty: { type: 'PERCENT', value: 100 } }],
  },
};

/** Returns an id that is the same on every machine, so that examples work on every machine. */
export function demoId(...names: string[]): string {
  const hex = createHash('sha256')
    .update(`ihc demo ${names.join(' ')}`)
    .digest('hex');
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function demoPrices(
  hotel: DemoHotel,
  room: DemoRoomCode,
  board: DemoBoardCode,
  dayFactor = 1,
): Prices {
  const double =
    hotel.doublePrice * ROOM_TEMPLATES[room].priceFactor * BOARD_TEMPLATES[board].priceFactor * dayFactor;
  return {
    single: roundedPrice(double * 0.8, hotel.currency),
    double: roundedPrice(double, hotel.currency),
    extraAdult: roundedPrice(double * 0.3, hotel.currency),
    child: roundedPrice(double * 0.15, hotel.currency),
  };
}

/** Rounds a price as hotels do: to whole dollars, or to a multiple of 250 dinars, which is the smallest banknote. */
function roundedPrice(amount: number, currency: Currency): Minor {
  const step = currency === 'IQD' ? 250 : 100;
  return minor(Math.round(amount / step) * step);
}
