// Schemas of test credentials and of the result of a reset.

import { type Static, Type } from 'typebox';
import { ClientId, HotelId, HotelPublicId, hotelNames } from '../../common/common.schema.ts';
import { Instant, itemResponse, withExample } from '../../common/wire.ts';

const BaseUrl = (example: string) =>
  Type.String({
    description: 'Base address. To call an operation, add its path to this address.',
    examples: [example],
  });

export const CredentialsItem = Type.Object({
  client_id: { ...ClientId, description: 'Send it as X-Client-Id' },
  api_key: Type.String({
    description: 'Send it as X-Api-Key. It is shown only once.',
  }),
  base_url: BaseUrl('http://localhost:3000/v1'),
  rate_limit_per_minute: Type.Integer({ description: 'Requests per minute in the window `looks`' }),
  booking_limit_per_minute: Type.Integer({ description: 'Requests per minute in the window `bookings`' }),
  idle_days_kept: Type.Integer({
    description:
      'The client and its ledger are deleted after this many days without use, or after one hour if the key was never used',
  }),
  hotel: Type.Optional(
    Type.Object(
      {
        id: HotelId,
        public_id: HotelPublicId,
        ...hotelNames,
      },
      { description: 'Only with role `hotel`: the private hotel. No other tester sees it.' },
    ),
  ),
  supply: Type.Optional(
    Type.Object(
      {
        client_id: { ...ClientId, description: 'Send it as X-Client-Id' },
        api_key: Type.String({ description: 'Send it as X-Api-Key. It is shown only once.' }),
        base_url: BaseUrl('http://localhost:3000/supply/v1'),
      },
      {
        description:
          'Only with role `hotel`: credentials of the hotel system. They are valid only under /supply/v1.',
      },
    ),
  ),
});
export type CredentialsItem = Static<typeof CredentialsItem>;

export const createCredentialsSchema = {
  operationId: 'createSandboxCredentials',
  tags: ['Sandbox'],
  summary: 'Create sandbox credentials',
  description:
    "Creates a client id and a test key with access to every demo hotel. Each client has its own ledger: its bookings and inventory are separate from those of other testers. With role `hotel`, the response has a private hotel, a partner's key that can book only this hotel, and, in `supply`, a key for the hotel system. Sandbox only. The number of requests from one IP address is limited per minute and per day. When the sandbox is full, the credentials that have been idle for the longest time are deleted.",
  security: [],
  body: Type.Object(
    {
      role: Type.Optional(
        Type.Enum(['partner', 'hotel'], {
          type: 'string',
          description: 'What you test: booking hotels (`partner`), or a hotel system (`hotel`)',
          'x-default': 'partner',
          examples: ['partner'],
        }),
      ),
    },
    { description: 'No fields are required' },
  ),
  response: withExample(itemResponse(CredentialsItem), {
    success: true,
    data: {
      client_id: 'sandbox-7k2mq9x4ad',
      api_key: 'ihc_test_<32 characters><6 of checksum>',
      base_url: 'http://localhost:3000/v1',
      rate_limit_per_minute: 120,
      booking_limit_per_minute: 120,
      idle_days_kept: 7,
    },
  }),
};

const Removed = (description: string) => Type.Integer({ description, examples: [2] });

export const ResetItem = Type.Object({
  client_id: ClientId,
  removed: Type.Object(
    {
      bookings: Removed('Number of bookings'),
      locks: Removed('Number of holds'),
      quotes: Removed('Number of quotes'),
    },
    { description: 'What was deleted' },
  ),
  reset_at: Instant('Time of the reset'),
});
export type ResetItem = Static<typeof ResetItem>;

export const resetSandboxSchema = {
  operationId: 'resetSandbox',
  tags: ['Sandbox'],
  summary: 'Reset the sandbox',
  description:
    'Resets your ledger to the demo state: your bookings, holds, quotes and idempotency records are deleted, and their rooms are available again. A private hotel gets back the rooms and prices of its first day. Its event numbers continue, and its acknowledgements are kept. Other testers are not affected. Sandbox only.',
  body: Type.Object({}, { description: 'No fields are required' }),
  response: withExample(itemResponse(ResetItem), {
    success: true,
    data: {
      client_id: 'sandbox-7k2mq9x4ad',
      removed: { bookings: 2, locks: 1, quotes: 5 },
      reset_at: '2026-12-15T09:00:00.000Z',
    },
  }),
};
