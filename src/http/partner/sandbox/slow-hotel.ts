// Simulates a hotel that responds late.

import type { Reads } from '../../../context.ts';
import { isSlow, SLOW_MILLISECONDS } from '../../../sandbox/scenarios.ts';
import type { App } from '../../common/wire.ts';

const SLOW_ROUTES: ReadonlySet<string | undefined> = new Set([
  '/v1/price-check',
  '/v1/prebook',
  '/v1/bookings',
]);

/**
 * Delays the responses of the slow hotel in the sandbox. The delay starts after the decision of the desk, so the desk
 * does not wait. Responses with status 400 are not delayed. Register this hook before the gate, because the onSend hook
 * of the gate sets `Connection: close` and must run after the delay.
 */
export function registerSlowHotel(app: App, context: Reads): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!SLOW_ROUTES.has(request.route.url)) return done(null, payload);
    const hotelId = (request.body as { hotelId?: unknown } | null | undefined)?.hotelId;
    const isDelayed =
      typeof hotelId === 'string' && reply.statusCode !== 400 && isSlow(context.snapshot.findHotel(hotelId));
    if (!isDelayed) done(null, payload);
    else setTimeout(() => done(null, payload), SLOW_MILLISECONDS);
  });
}
