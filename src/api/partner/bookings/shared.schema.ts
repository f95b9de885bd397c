import { Type } from 'typebox';
import { BookingReference } from '../stay.schema.ts';

export const IdempotencyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description: 'A token of yours, 1 to 255 visible ASCII characters: the same one is executed once',
    }),
  ),
});

export const bookingParams = Type.Object({ bookingId: BookingReference });
export const dryRun = Type.Optional(Type.Boolean({ description: 'Price it without changing anything' }));
