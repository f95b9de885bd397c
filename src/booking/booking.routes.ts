import type { Context } from '../context.ts';
import { callerOf } from '../http/gate.ts';
import { type App, sendList } from '../http/wire.ts';
import { accept } from '../kernel/refusal.ts';
import { listCancellationPoliciesSchema } from './cancellation-policies.schema.ts';
import { listCancellationPolicies } from './list-cancellation-policies.usecase.ts';

export function registerBookingRoutes(app: App, context: Context): void {
  const policies = { schema: listCancellationPoliciesSchema, config: { entityTag: true } } as const;
  app.get('/cancellation-policies', policies, (request, reply) =>
    sendList(request, reply, accept(listCancellationPolicies(context, callerOf(request)))),
  );
}
