import type { Credentials } from '../api/keys.ts';
import type { ApiRequest, ApiResponse } from '../api/request.ts';

export const STEPS = ['search', 'priceCheck', 'prebook', 'book'] as const;
export type StepName = (typeof STEPS)[number];

/** One request that was sent, and the part of its response that the page shows. */
export interface DoneStep {
  path: string;
  status: number;
  milliseconds: number;
  excerpt: Record<string, unknown>;
}

export interface Booked {
  voucherId: string;
  /** The path of the voucher page on this host. */
  voucherPath: string;
}

/** Why a run stopped: no response, a search without results, a response with unexpected content, or an error code. */
export type Why = 'noResponse' | 'noHotel' | 'unexpected' | { code: string };
export interface Stopped {
  failed: StepName;
  why: Why;
}

export type RunOutcome = Booked | Stopped;

interface RunOptions {
  keys: Credentials;
  send: (request: ApiRequest) => Promise<ApiResponse | null>;
  /**
   * The first night. This night must be some weeks away, because the next days have restrictions for test scenarios.
   */
  checkIn: string;
  checkOut: string;
  idempotencyKey: string;
  onDone: (step: StepName, done: DoneStep) => void;
}

const GUEST = { guestName: 'زينب الكربلائي', guestPhone: '+9647701234567' };
/** The ids of scenario hotels, which refuse requests so that partners can test errors. */
const SCENARIO = /^HTL-\d{4}-009\d$/;

/** Sends four requests: a search, a price check, a hold and a booking. Stops at the first request that fails. */
export async function runBooking(options: RunOptions): Promise<RunOutcome> {
  const { keys, checkIn, checkOut } = options;
  const stay = { checkIn, checkOut, adults: 2 };
  // A hotel tester can book only the private hotel, which may be in any city.
  const where = keys.hotel === undefined ? { destination: 'Baghdad' } : {};
  const choose = (hotels: Data[]) => chosenHotel(hotels, keys.hotel?.public_id);
  const found = await call(options, 'search', '/search', { ...where, ...stay }, (hotels) =>
    ofSearch(hotels, choose(hotels)),
  );
  if ('failed' in found) return found;
  const hotel = choose(found.data);
  if (hotel === undefined) return { failed: 'search', why: 'noHotel' };
  const room = hotel.rooms[0];
  const plan = room.rate_plans[0];
  const offer = {
    hotelId: hotel.public_id,
    roomTypeId: room.room_type_id,
    ratePlanId: plan.rate_plan_id,
    ...stay,
    roomsCount: 1,
  };
  const quote = await call(options, 'priceCheck', '/price-check', offer, ofQuote);
  if ('failed' in quote) return quote;
  const hold = await call(options, 'prebook', '/prebook', { ...offer, ...GUEST }, ofHold);
  if ('failed' in hold) return hold;
  const booked = await call(
    options,
    'book',
    '/bookings',
    { ...offer, ...GUEST, prebookToken: hold.data.prebook_token },
    ofBooking,
  );
  if ('failed' in booked) return booked;
  const { pathname, search } = new URL(booked.data.voucher.url);
  return { voucherId: booked.data.voucher_id, voucherPath: `${pathname}${search}` };
}

// biome-ignore lint/suspicious/noExplicitAny: a response of the service has no type.
type Data = any;

async function call(
  { keys, send, idempotencyKey, onDone }: RunOptions,
  step: StepName,
  path: string,
  body: Record<string, unknown>,
  excerptOf: (data: Data) => Record<string, unknown>,
): Promise<{ data: Data } | Stopped> {
  const response = await send({
    method: 'POST',
    path: `/v1${path}`,
    headers: {
      'X-Client-Id': keys.clientId,
      'X-Api-Key': keys.apiKey,
      'Content-Type': 'application/json',
      ...(step === 'book' && { 'Idempotency-Key': idempotencyKey }),
    },
    body,
  });
  if (response === null) return { failed: step, why: 'noResponse' };
  const { status, milliseconds } = response;
  const isDone = response.body?.success === true;
  const excerpt = isDone ? excerptOf(response.body.data) : { error: response.body?.error?.code ?? status };
  onDone(step, { path: `/v1${path}`, status, milliseconds, excerpt });
  return isDone
    ? { data: response.body.data }
    : { failed: step, why: { code: response.body?.error?.code ?? String(status) } };
}

/**
 * Returns the reader's private hotel or, without a private hotel, the first hotel that is not a scenario hotel.
 * Undefined if the search did not find such a hotel.
 */
function chosenHotel(hotels: Data[], own: string | undefined): Data | undefined {
  return hotels.find(({ public_id }) => (own === undefined ? !SCENARIO.test(public_id) : public_id === own));
}

function ofSearch(hotels: Data[], chosen: Data | undefined) {
  if (chosen === undefined) return { hotels: hotels.length };
  const { name_en, name_ar, rooms } = chosen;
  const [{ available, rate_plans }] = rooms;
  return { hotels: hotels.length, name_en, name_ar, available, total: rate_plans[0].total };
}

function ofQuote({ quote_id, subtotal, tax, total, currency }: Data) {
  return { quote_id, subtotal, tax: tax.amount, total, currency };
}

function ofHold({ prebook_token, status, expires_in_seconds, total }: Data) {
  return { prebook_token, status, expires_in_seconds, total };
}

function ofBooking({ voucher_id, status, price, payment }: Data) {
  return { voucher_id, status, total: price.total, due_at_hotel: payment.due_at_hotel };
}
