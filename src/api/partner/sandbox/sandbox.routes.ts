import type { Context } from '../../../boot/context.ts';
import { accept } from '../../../kernel/refusal.ts';
import { createCredentials } from '../../../sandbox/create-credentials.usecase.ts';
import { resetSandbox } from '../../../sandbox/reset-sandbox.usecase.ts';
import { callerOf } from '../../http/gate.ts';
import { type App, sendItem } from '../../http/wire.ts';
import { createCredentialsSchema, resetSandboxSchema } from './sandbox.schema.ts';

export function registerSandboxRoutes(app: App, context: Context): void {
  const credentials = {
    schema: createCredentialsSchema,
    config: { access: 'open', allowance: 'credentials' },
  } as const;
  app.post('/sandbox/credentials', credentials, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return sendItem(request, reply, accept(await createCredentials(context)));
  });
  app.post('/sandbox/reset', { schema: resetSandboxSchema }, async (request, reply) =>
    sendItem(request, reply, accept(await resetSandbox(context, callerOf(request)))),
  );
}
