// Endpoints that only a sandbox has: credentials, reset.

import type { Memory, Queries, Tokens } from '../../../context.ts';
import { accept } from '../../../kernel/refusal.ts';
import { type Credentials, createCredentials } from '../../../sandbox/create-credentials.usecase.ts';
import { createHotelCredentials } from '../../../sandbox/create-hotel-credentials.usecase.ts';
import { IDLE_DAYS_KEPT } from '../../../sandbox/credential-limits.ts';
import { resetSandbox } from '../../../sandbox/reset-sandbox.usecase.ts';
import { callerOfAddress } from '../../common/address.ts';
import { callerOf } from '../../common/gate.ts';
import { type App, sendItem } from '../../common/wire.ts';
import {
  type CredentialsItem,
  createCredentialsSchema,
  type ResetItem,
  resetSandboxSchema,
} from './sandbox.schema.ts';

export function registerSandboxRoutes(app: App, context: Queries & Tokens & Memory): void {
  const credentials = {
    schema: createCredentialsSchema,
    config: { access: 'open', allowance: 'credentials' },
  } as const;
  app.post('/sandbox/credentials', credentials, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const address = callerOfAddress(request.ip);
    if (request.body.role === 'hotel')
      return sendItem(
        request,
        reply,
        await createHotelCredentials(context, address),
        ({ partner, supplier, hotel }): CredentialsItem => ({
          ...credentialsItem(context, partner),
          hotel: {
            id: hotel.id,
            public_id: hotel.publicId,
            name_en: hotel.nameEn,
            name_ar: hotel.nameAr,
          },
          supply: {
            client_id: supplier.clientId,
            api_key: supplier.apiKey,
            base_url: `${context.config.publicUrl}/supply/v1`,
          },
        }),
      );
    const created = await createCredentials(context, address);
    return sendItem(request, reply, created, (item) => credentialsItem(context, item));
  });
  app.post('/sandbox/reset', { schema: resetSandboxSchema }, async (request, reply) => {
    const caller = callerOf(request);
    return sendItem(
      request,
      reply,
      accept(await resetSandbox(context, caller)),
      ({ removed: { bookings, holds, quotes }, resetAt }): ResetItem => ({
        client_id: caller.client.publicId,
        removed: { bookings, locks: holds, quotes },
        reset_at: resetAt.toISOString(),
      }),
    );
  });
}

function credentialsItem({ config }: Tokens, { clientId, apiKey }: Credentials): CredentialsItem {
  return {
    client_id: clientId,
    api_key: apiKey,
    base_url: `${config.publicUrl}/v1`,
    rate_limit_per_minute: config.rateLimitPerMinute,
    booking_limit_per_minute: config.bookingLimitPerMinute,
    idle_days_kept: IDLE_DAYS_KEPT,
  };
}
