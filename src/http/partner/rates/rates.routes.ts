// Endpoints of prices, free rooms and cancellation rules.

import type { Reads } from '../../../context.ts';
import { getAvailability } from '../../../domain/inventory/get-availability.usecase.ts';
import { listCancellationPolicies } from '../../../domain/pricing/cancellation/list-cancellation-policies.usecase.ts';
import { listRates } from '../../../domain/pricing/list-rates.usecase.ts';
import { accept } from '../../../kernel/refusal.ts';
import { sendRefusal } from '../../common/errors.ts';
import { callerOf } from '../../common/gate.ts';
import { type App, sendList, sendText } from '../../common/wire.ts';
import { getAvailabilitySchema } from './availability.schema.ts';
import { writeCalendar, writeCalendarMeta } from './availability.view.ts';
import { listCancellationPoliciesSchema } from './cancellation-policies.schema.ts';
import { cancellationPolicyView } from './cancellation-policies.view.ts';
import { listRatesSchema } from './rates.schema.ts';
import { ratesView } from './rates.view.ts';

export function registerRateRoutes(app: App, context: Reads): void {
  const config = { entityTag: true } as const;
  app.get('/rates', { schema: listRatesSchema, config }, (request, reply) =>
    sendList(request, reply, listRates(context, callerOf(request), request.query), ratesView),
  );
  app.get('/availability', { schema: getAvailabilitySchema, config }, (request, reply) => {
    const outcome = getAvailability(context, callerOf(request), request.query);
    if (!outcome.ok) return sendRefusal(request, reply, outcome);
    return sendText(request, reply, writeCalendar(outcome.value), writeCalendarMeta(outcome.value));
  });
  app.get('/cancellation-policies', { schema: listCancellationPoliciesSchema, config }, (request, reply) => {
    const policies = listCancellationPolicies(context, callerOf(request));
    return sendList(request, reply, accept(policies), cancellationPolicyView);
  });
}
