import type { Context } from '../../../boot/context.ts';
import { listRates } from '../../../pricing/list-rates.usecase.ts';
import { callerOf } from '../../http/gate.ts';
import { type App, sendList } from '../../http/wire.ts';
import { listRatesSchema } from './rates.schema.ts';

export function registerPricingRoutes(app: App, context: Context): void {
  app.get('/rates', { schema: listRatesSchema, config: { entityTag: true } }, (request, reply) =>
    sendList(request, reply, listRates(context, callerOf(request), request.query)),
  );
}
