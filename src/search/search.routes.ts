import type { Context } from '../context.ts';
import { callerOf } from '../http/gate.ts';
import { type App, sendWrittenPage } from '../http/wire.ts';
import { searchSchema } from './search.schema.ts';
import { searchStays } from './search-stays.usecase.ts';

export function registerSearchRoutes(app: App, context: Context): void {
  app.post('/search', { schema: searchSchema }, (request, reply) =>
    sendWrittenPage(request, reply, searchStays(context, callerOf(request), request.body)),
  );
}
