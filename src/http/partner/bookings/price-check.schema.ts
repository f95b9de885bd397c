// Schema of a price check and its quote.

import { type Static, Type } from 'typebox';
import { IDS, PrebookToken, QuoteId } from '../../common/common.schema.ts';
import { STAY_ERRORS } from '../../common/document/errors.ts';
import { Instant, itemResponse, Nullable, withExample } from '../../common/wire.ts';
import {
  CANCELLATION_EXAMPLE,
  CancellationView,
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

export const PriceCheckBody = Type.Object(
  {
    ...stayFields,
    ...partyFrom('hold'),
    prebookToken: Type.Optional(
      Reference(
        'Token of your hold for this stay. The quote then shows the rooms and price of the hold.',
        IDS.token,
      ),
    ),
    guestPhone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 40,
        description: 'Guest phone number of your hold for this stay. You can send it instead of the token.',
        examples: ['0770 123 4567'],
      }),
    ),
  },
  { examples: [{ ...STAY_REQUEST, adults: 2 }] },
);
export type PriceCheckBody = Static<typeof PriceCheckBody>;

export const QuoteView = Type.Object({
  quote_id: QuoteId,
  ...stayView,
  ...moneyFields,
  available: Type.Integer({
    description: 'Number of rooms you can book on every night of the stay, including the rooms of your hold',
    examples: [12],
  }),
  lock_state: Type.Enum(['UNLOCKED', 'LOCKED'], {
    type: 'string',
    description:
      'LOCKED: the request names your active hold for the same stay, party and currency, and the price is the price of this hold. UNLOCKED: the request names no such hold.',
    examples: ['UNLOCKED'],
  }),
  lock: Nullable(
    Type.Object(
      { prebook_token: PrebookToken, expires_at: Instant('When the hold expires') },
      { description: 'Your hold; null if UNLOCKED' },
    ),
  ),
  payment: PaymentView,
  cancellation: CancellationView,
  expires_at: Instant('When the quote expires'),
});
export type QuoteView = Static<typeof QuoteView>;

export const priceCheckSchema = {
  operationId: 'priceCheck',
  errors: STAY_ERRORS,
  tags: ['Reservation'],
  summary: 'Price check',
  description:
    'Returns a quote with itemised rates, tax, service charge and lock state. A quote is valid for 30 minutes. If the price changes by more than 1 % while the quote is valid, a booking of the same stay is refused with `PRICE_CHANGED`.',
  body: PriceCheckBody,
  response: withExample(itemResponse(QuoteView), {
    success: true,
    data: {
      quote_id: IDS.quote,
      ...STAY_EXAMPLE,
      ...MONEY_EXAMPLE,
      available: 12,
      lock_state: 'UNLOCKED',
      lock: null,
      payment: PAYMENT_EXAMPLE,
      cancellation: CANCELLATION_EXAMPLE,
      expires_at: '2026-12-15T09:30:00.000Z',
    },
  }),
};
