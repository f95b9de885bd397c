import { type Static, Type } from 'typebox';
import { Instant, itemAnswer, withExample } from '../../http/wire.ts';

export const CredentialsItem = Type.Object({
  client_id: Type.String({ description: 'Send as X-Client-Id' }),
  api_key: Type.String({ description: 'Send as X-Api-Key. Shown once: only its hash is kept' }),
  base_url: Type.String(),
  rate_limit_per_minute: Type.Integer(),
  idle_days_kept: Type.Integer({
    description: 'Unused for so many days, the client and its ledger are deleted',
  }),
});
export type CredentialsItem = Static<typeof CredentialsItem>;

export const createCredentialsSchema = {
  operationId: 'createSandboxCredentials',
  tags: ['Sandbox'],
  summary: 'Create sandbox credentials',
  description:
    'A client id and a test key at once, whitelisted for every demo hotel, with a ledger of its own. Sandbox only; limited by address.',
  security: [],
  body: Type.Object({}, { description: 'Nothing is needed' }),
  response: withExample(itemAnswer(CredentialsItem), {
    success: true,
    data: {
      client_id: 'sandbox-7k2mq9x4ad',
      api_key: 'ihc_test_<32 characters><6 of checksum>',
      base_url: 'http://localhost:3000/v1',
      rate_limit_per_minute: 120,
      idle_days_kept: 7,
    },
  }),
};

export const ResetItem = Type.Object({
  client_id: Type.String(),
  removed: Type.Object(
    { bookings: Type.Integer(), locks: Type.Integer(), quotes: Type.Integer() },
    { description: 'What was there before' },
  ),
  reset_at: Instant('When the demo state was restored'),
});
export type ResetItem = Static<typeof ResetItem>;

export const resetSandboxSchema = {
  operationId: 'resetSandbox',
  tags: ['Sandbox'],
  summary: 'Reset the sandbox',
  description:
    'Puts your own ledger back to the demo state: bookings, locks, quotes and idempotency records are gone, every room is free again. Other testers are not touched. Sandbox only.',
  body: Type.Object({}, { description: 'Nothing is needed' }),
  response: withExample(itemAnswer(ResetItem), {
    success: true,
    data: {
      client_id: 'sandbox-7k2mq9x4ad',
      removed: { bookings: 2, locks: 1, quotes: 5 },
      reset_at: '2026-12-15T09:00:00.000Z',
    },
  }),
};
