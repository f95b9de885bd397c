import { type Static, Type } from 'typebox';
import { Instant, itemAnswer, Nullable, withExample } from '../../http/wire.ts';
import {
  CANCELLATION_EXAMPLE,
  CancellationView,
  currencyField,
  GUEST_REQUEST,
  guestEmailField,
  guestFields,
  MONEY_EXAMPLE,
  moneyFields,
  PAYMENT_EXAMPLE,
  PaymentView,
  partyFields,
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
    ...partyFields,
    ...guestEmailField,
    ...currencyField,
    quoteId: Type.Optional(
      Type.String({ format: 'uuid', description: 'The quote whose party and currency are meant' }),
    ),
  },
  { examples: [{ ...STAY_REQUEST, ...GUEST_REQUEST }] },
);
export type PrebookBody = Static<typeof PrebookBody>;

const HoldView = Type.Object({
  prebook_token: Type.String(),
  status: Type.Enum(['ACTIVE', 'CONSUMED', 'EXPIRED', 'RELEASED'], { type: 'string' }),
  expires_at: Instant('15 minutes after it was granted'),
  expires_in_seconds: Type.Integer(),
  booking_id: Nullable(Type.String({ description: 'The booking that used it' })),
  guest: Type.Object({ name: Type.String(), phone: Type.String(), email: Nullable(Type.String()) }),
  ...stayView,
  ...moneyFields,
  payment: PaymentView,
  cancellation: CancellationView,
});
export type HoldView = Static<typeof HoldView>;

const HOLD_ANSWER = withExample(itemAnswer(HoldView), {
  success: true,
  data: {
    prebook_token: 'pb_5kV0c2mXr8Jt1Qw7Yz3LhN6B',
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
  tags: ['Reservation'],
  summary: 'Prebook',
  description:
    'Locks rooms and price for 15 minutes. Without a party it takes that of the quote named by `quoteId`, or the one that all your live quotes for the stay agree on; otherwise 1 room and at most 2 adults. The same prebook repeated answers the same lock; at most 50 locks are active at once.',
  headers: IdempotencyHeader,
  body: PrebookBody,
  response: HOLD_ANSWER,
};

const tokenParams = Type.Object({ token: Reference('A prebook token', 'pb_5kV0c2mXr8Jt1Qw7Yz3LhN6B') });

export const getPrebookSchema = {
  operationId: 'getPrebook',
  tags: ['Reservation'],
  summary: 'Get a lock',
  description: 'A lock of yours with its state and price.',
  params: tokenParams,
  response: HOLD_ANSWER,
};

export const releasePrebookSchema = {
  operationId: 'releasePrebook',
  tags: ['Reservation'],
  summary: 'Release a lock',
  description: 'Gives the rooms back before the 15 minutes are over. Releasing again is no error.',
  params: tokenParams,
  response: HOLD_ANSWER,
};
