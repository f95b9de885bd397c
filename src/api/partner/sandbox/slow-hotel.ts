import type { Context } from '../../../boot/context.ts';
import { isSlow, SLOW_MILLISECONDS } from '../../../sandbox/scenarios.ts';
import type { App } from '../../http/wire.ts';

/**
 * The sandbox's slow hotel: the response is ready and waits, while the desk has long gone on. Bad input is refused at
 * once. Register it before the gate, whose last word on the connection must come when the response is sent.
 */
export function registerSlowHotel(app: App, context: Context): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const hotelId = (request.body as { hotelId?: unknown } | null | undefined)?.hotelId;
    const isDelayed =
      typeof hotelId === 'string' && reply.statusCode !== 400 && isSlow(context.snapshot.findHotel(hotelId));
    if (!isDelayed) done(null, payload);
    else setTimeout(() => done(null, payload), SLOW_MILLISECONDS);
  });
}
