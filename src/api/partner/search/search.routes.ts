import type { Context } from '../../../boot/context.ts';
import { searchStays } from '../../../search/search-stays.usecase.ts';
import { callerOf } from '../../http/gate.ts';
import { type App, sendWrittenPage } from '../../http/wire.ts';
import { searchSchema } from './search.schema.ts';

export function registerSearchRoutes(app: App, context: Context): void {
  app.post('/search', { schema: searchSchema }, (request, reply) =>
    sendWrittenPage(request, reply, searchStays(context, callerOf(request), request.body)),
  );
}
