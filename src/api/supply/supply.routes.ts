import type { Context } from '../../boot/context.ts';
import type { App } from '../http/wire.ts';

/** The API of hotels' systems, under /supply/v1. Keys of partners do not work here. */
export function registerSupplyApi(app: App, _context: Context): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, audience: 'suppliers' };
  });
}
