import type { Context } from '../../../boot/context.ts';
import { accept } from '../../../kernel/refusal.ts';
import { createCredentials, IDLE_DAYS_KEPT } from '../../../sandbox/create-credentials.usecase.ts';
import { resetSandbox } from '../../../sandbox/reset-sandbox.usecase.ts';
import { callerOf } from '../../http/gate.ts';
import { type App, sendItem } from '../../http/wire.ts';
import {
  type CredentialsItem,
  createCredentialsSchema,
  type ResetItem,
  resetSandboxSchema,
} from './sandbox.schema.ts';

export function registerSandboxRoutes(app: App, context: Context): void {
  const credentials = {
    schema: createCredentialsSchema,
    config: { access: 'open', allowance: 'credentials' },
  } as const;
  app.post('/sandbox/credentials', credentials, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const created = await createCredentials(context);
    return sendItem(
      request,
      reply,
      accept(created),
      ({ clientId, apiKey }): CredentialsItem => ({
        client_id: clientId,
        api_key: apiKey,
        base_url: `${context.config.publicUrl}/v1`,
        rate_limit_per_minute: context.config.rateLimitPerMinute,
        booking_limit_per_minute: context.config.bookingLimitPerMinute,
        idle_days_kept: IDLE_DAYS_KEPT,
      }),
    );
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
