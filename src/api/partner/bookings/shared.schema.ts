import { Type } from 'typebox';
import { BookingReference } from '../stay.schema.ts';

export const IdempotencyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'A unique key you choose, 1 to 255 visible ASCII characters. If several requests use the same key, only the first one runs.',
    }),
  ),
});

export const bookingParams = Type.Object({ bookingId: BookingReference });
export const dryRun = Type.Optional(
  Type.Boolean({ description: 'Show the result and its price without changing anything' }),
);
