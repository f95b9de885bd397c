import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../../boot/context.ts';
import { isSlow, SLOW_MILLISECONDS } from '../../../sandbox/scenarios.ts';
import type { App } from '../../http/wire.ts';

const SLOW_ROUTES = ['/price-check', '/prebook', '/bookings'];

/**
 * The sandbox's slow hotel: its response is ready and waits, while the desk has long gone on. Bad input is refused at
 * once. Register it before the routes that it is for.
 */
export function registerSlowHotel(app: App, context: Context): void {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'POST' || !SLOW_ROUTES.some((path) => route.url === route.prefix + path)) return;
    route.onSend = async (request, reply, payload) => {
      const hotelId = (request.body as { hotelId?: unknown } | null | undefined)?.hotelId;
      if (
        reply.statusCode !== 400 &&
        typeof hotelId === 'string' &&
        isSlow(context.snapshot.findHotel(hotelId))
      )
        await sleep(SLOW_MILLISECONDS);
      return payload;
    };
  });
}
