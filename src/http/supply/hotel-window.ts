import type { FastifyRequest, FastifySchema } from 'fastify';
import type { Context } from '../../context.ts';
import { suppliedHotel } from '../../domain/partners/supplied-hotel.ts';
import { allowancesOf, countRequest } from '../common/count-request.ts';
import { callerOf, isExaminer } from '../common/gate.ts';
import type { App } from '../common/wire.ts';

/**
 * Counts a request in the rate limit of its hotel. The query string or the body contains the id of the hotel. The gate
 * has already counted the request in the window for all requests of the supplier, before the body was read. If the
 * supplier does not supply the hotel, this hook does not count the request, because the use case will refuse the
 * request.
 */
export function registerHotelWindow(app: App, context: Context): void {
  const allowances = allowancesOf(context);
  app.addHook('preHandler', (request, reply, done) => {
    const caller = callerOf(request);
    const { client } = caller;
    if (isExaminer(context, request, caller)) return done();
    const reference = hotelNamedIn(request);
    const found = reference === null ? null : suppliedHotel(context.snapshot, client, reference);
    if (found === null || !found.ok) return done();
    countRequest(context, request, reply, allowances.ofSuppliedHotel(client, found.value.id), done);
  });
}

/** Returns the part of the request that contains `hotelId` according to the schema. */
export function hotelPlace(schema: FastifySchema | undefined): 'query' | 'body' | null {
  const hasHotel = (part: unknown) =>
    Object.hasOwn((part as { properties?: object } | undefined)?.properties ?? {}, 'hotelId');
  return hasHotel(schema?.querystring) ? 'query' : hasHotel(schema?.body) ? 'body' : null;
}

/** The request was already checked against the schema, so `hotelId` is a string. */
function hotelNamedIn(request: FastifyRequest): string | null {
  const { hotelIn } = request.route.config;
  return hotelIn === 'query' || hotelIn === 'body' ? (request[hotelIn] as { hotelId: string }).hotelId : null;
}
