import type { FastifyRequest, FastifySchema } from 'fastify';
import type { Context } from '../../context.ts';
import { suppliedHotel } from '../../domain/partners/supplied-hotel.ts';
import { allowancesOf, countRequest } from '../common/count-request.ts';
import { callerOf } from '../common/gate.ts';
import type { App } from '../common/wire.ts';

/**
 * Counts a request in the window of the hotel that its query or body names. The gate has already counted the request
 * for the whole supplier, before the body was read. A hotel that the supplier does not supply has no window, because
 * the use case refuses it.
 */
export function registerHotelWindow(app: App, context: Context): void {
  const allowances = allowancesOf(context);
  app.addHook('preHandler', (request, reply, done) => {
    const { client } = callerOf(request);
    const reference = hotelNamedIn(request);
    const found = reference === null ? null : suppliedHotel(context.snapshot, client, reference);
    if (found === null || !found.ok) return done();
    countRequest(context, request, reply, allowances.ofSuppliedHotel(client, found.value.id), done);
  });
}

/** The part of a request whose schema has a `hotelId`. */
export function hotelPlace(schema: FastifySchema | undefined): 'query' | 'body' | null {
  const hasHotel = (part: unknown) =>
    Object.hasOwn((part as { properties?: object } | undefined)?.properties ?? {}, 'hotelId');
  return hasHotel(schema?.querystring) ? 'query' : hasHotel(schema?.body) ? 'body' : null;
}

/** The schema was already checked, so `hotelId` is a string. */
function hotelNamedIn(request: FastifyRequest): string | null {
  const { hotelIn } = request.route.config;
  return hotelIn === 'query' || hotelIn === 'body' ? (request[hotelIn] as { hotelId: string }).hotelId : null;
}
