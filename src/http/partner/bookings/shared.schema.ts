// Fields that several endpoints about bookings share.

import { Type } from 'typebox';
import { BookingReference } from '../stay.schema.ts';

export const IdempotencyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'A unique key you choose, 1 to 255 visible ASCII characters. If several requests use the same key, only the first one runs.',
      examples: ['3f0f3e4e-6f0c-4b57-9f5a-6d1f2a9b7c10'],
    }),
  ),
});

export const bookingParams = Type.Object({ bookingId: BookingReference });
export const dryRun = Type.Optional(
  Type.Boolean({
    description: 'If true, the response shows the result and its price, but nothing is changed',
    examples: [true],
    'x-default': false,
  }),
);
export const DryRunView = Type.Boolean({
  description: 'True if nothing was changed, because you sent `dryRun`',
  examples: [false],
});

export const SpecialRequestsField = Type.Optional(
  Type.String({
    maxLength: 1000,
    description: 'Requests for the hotel, as free text',
    examples: ['Late arrival'],
  }),
);

export const CHANNEL_REFERENCE = { minLength: 1, maxLength: 64, examples: ['OTA-42'] };
