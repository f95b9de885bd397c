// Schemas to place, read and release a hold.

import { type Static, Type } from 'typebox';
import { BookingId, GuestView, IDS, PrebookToken } from '../../common/common.schema.ts';
import { errorCodes, STAY_ERRORS } from '../../common/document/errors.ts';
import { Instant, itemResponse, Nullable, withExample } from '../../common/wire.ts';
import {
  CANCELLATION_EXAMPLE,
  CancellationView,
  GUEST_REQUEST,
  guestEmailField,
  guestFields,
  MONEY_EXAMPLE,
  moneyFields,
  PAYMENT_EXAMPLE,
  PaymentView,
  partyFrom,
  Reference,
  STAY_EXAMPLE,
  STAY_REQUEST,
  stayFields,
  stayView,
} from '../stay.schema.ts';
import { IdempotencyHeader } from './shared.schema.ts';

export const PrebookBody = Type.Object(
  {
    ...stayFields,
    ...guestFields,
    ...partyFrom('quote'),
    ...guestEmailField,
    quoteId: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'Use the party and currency of this quote',
        examples: [IDS.quote],
      }),
    ),
  },
  { examples: [{ ...STAY_REQUEST, ...GUEST_REQUEST }] },
);
export type PrebookBody = Static<typeof PrebookBody>;

const HoldView = Type.Object({
  prebook_token: PrebookToken,
  status: Type.Enum(['ACTIVE', 'CONSUMED', 'EXPIRED', 'RELEASED'], {
    type: 'string',
    description: 'State of the hold. Only an ACTIVE hold keeps rooms and price.',
    examples: ['ACTIVE'],
  }),
  expires_at: Instant('When the hold expires: 15 minutes after it was created'),
  expires_in_seconds: Type.Integer({
    description: 'Seconds until the hold expires; 0 if it is not active',
    examples: [900],
  }),
  booking_id: Nullable({
    ...BookingId,
    description: 'Id of the booking that used the hold; null if there is none',
  }),
  guest: GuestView,
  ...stayView,
  ...moneyFields,
  payment: PaymentView,
  cancellation: CancellationView,
});
export type HoldView = Static<typeof HoldView>;

const HOLD_RESPONSE = withExample(itemResponse(HoldView), {
  success: true,
  data: {
    prebook_token: IDS.token,
    status: 'ACTIVE',
    expires_at: '2026-12-15T09:15:00.000Z',
    expires_in_seconds: 900,
    booking_id: null,
    guest: { name: 'زينب الكربلائي', phone: '+9647701234567', email: null },
    ...STAY_EXAMPLE,
    ...MONEY_EXAMPLE,
    payment: PAYMENT_EXAMPLE,
    cancellation: CANCELLATION_EXAMPLE,
  },
});

export const prebookSchema = {
  operationId: 'prebook',
  errors: errorCodes(
    ...STAY_ERRORS,
    'QUOTE_EXPIRED',
    'PREBOOK_LIMIT_EXCEEDED',
    'OUTCOME_UNKNOWN',
    'BOOKINGS_HALTED',
  ),
  tags: ['Reservation'],
  summary: 'Prebook',
  description:
    "Creates a hold, which keeps rooms and price for 15 minutes. Field names use the word `lock` for a hold (`lock_state`, `lock`). If you do not send party or currency, they come from the quote in `quoteId`. If the request names no quote, they come from your active quotes for this stay, if all these quotes agree. If no quote applies, the hold is for 1 room, 2 adults (1 adult if the room type takes only 1) and no children, in the hotel's currency. If you repeat the same request, you get the same hold. The limit is 50 active holds per client.",
  headers: IdempotencyHeader,
  body: PrebookBody,
  response: HOLD_RESPONSE,
};

const tokenParams = Type.Object({
  token: Reference('The prebook token of the hold', IDS.token),
});

export const getPrebookSchema = {
  operationId: 'getPrebook',
  errors: errorCodes('PREBOOK_NOT_FOUND'),
  tags: ['Reservation'],
  summary: 'Get a hold',
  description: 'Returns one of your holds with its status and price.',
  params: tokenParams,
  response: HOLD_RESPONSE,
};

export const releasePrebookSchema = {
  operationId: 'releasePrebook',
  errors: errorCodes('PREBOOK_NOT_FOUND', 'PREBOOK_CONSUMED', 'OUTCOME_UNKNOWN', 'BOOKINGS_HALTED'),
  tags: ['Reservation'],
  summary: 'Release a hold',
  description:
    'Ends a hold early and makes its rooms available again. Releasing a hold that has expired or was already released is not an error. A hold that was used for a booking cannot be released.',
  params: tokenParams,
  response: HOLD_RESPONSE,
};
