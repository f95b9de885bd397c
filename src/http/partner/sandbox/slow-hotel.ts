// The scenario of a hotel that responds late.

import type { Reads } from '../../../context.ts';
import { isSlow, SLOW_MILLISECONDS } from '../../../sandbox/scenarios.ts';
import type { App } from '../../common/wire.ts';

const SLOW_ROUTES: ReadonlySet<string | undefined> = new Set([
  '/v1/price-check',
  '/v1/prebook',
  '/v1/bookings',
]);

/**
 * Delays the responses of the sandbox's slow hotel. Only the response is delayed; the desk does not wait for it. A 400
 * is not delayed. Register this before the gate: the gate's onSend hook sets `Connection: close` and must run after the
 * delay.
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
