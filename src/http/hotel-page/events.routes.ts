// Sends server-sent events to open hotel pages.

import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Events, Reads } from '../../context.ts';
import { refusePage } from '../../domain/staff/page-refusal.ts';
import type { LiveSink } from '../../outgoing/live-pages/live-stream.worker.ts';
import { STREAMS_OF_HOTEL } from '../../outgoing/live-pages/live-streams.worker.ts';
import type { App } from '../common/wire.ts';
import { hotelBookingView } from './booking.view.ts';
import type { LiveBooking, LiveEnd } from './hotel-api.ts';
import { sendPageRefusal } from './page-reply.ts';
import { streamResponse } from './responses.schema.ts';
import { signedInOf } from './staff-gate.ts';

/** At most this number of bytes may wait for a slow reader. */
const BUFFER_BYTES = 256 * 1024;
/** When a stream ends, the reader must receive the last message within this time. */
const LAST_WORDS_MILLISECONDS = 1_000;
const MOST_EVENTS = 999_999_999;

/** Registers the route that sends the events of a hotel to an open page. */
export function registerEventRoutes(app: App, context: Reads & Events): void {
  const after = Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_EVENTS }));
  // The staff gate reads `staff` from the query, because a browser cannot add a header to the request for a stream.
  const staff = Type.Optional(Type.String({ maxLength: 100 }));
  const schema = { hide: true, querystring: Type.Object({ after, staff }), response: streamResponse };
  // Compression would delay messages. A HEAD request must not open a stream.
  const options = { schema, compress: false as const, exposeHeadRoute: false };
  app.get('/events', options, (request, reply) => {
    const signedIn = signedInOf(request);
    const { liveStreams } = context;
    if (!liveStreams.hasRoom(signedIn.hotelId)) return sendPageRefusal(request, reply, TOO_MANY_STREAMS);
    const gone = new AbortController();
    reply.raw.once('close', () => {
      // The log must not report a stream as a slow request, so the whole duration of the stream is recorded as a wait.
      request.waitedMilliseconds = reply.elapsedTime;
      gone.abort();
    });
    const stream = new PassThrough();
    void liveStreams.follow(
      signedIn,
      lastSeen(request),
      sinkOf(context, stream, request, reply),
      gone.signal,
    );
    reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
    // The connection is closed after the stream, so that a service that stops does not wait for further requests on
    // this connection.
    return reply.header('connection', 'close').send(stream);
  });
}

const TOO_MANY_STREAMS = refusePage(
  'TOO_MANY_STREAMS',
  `this hotel has ${STREAMS_OF_HOTEL} open pages already: close some of them`,
);

/**
 * Returns the number of the last event that the page has received. When the browser reconnects, it sends this number in
 * the header `last-event-id`. The query contains the number from the time at which the page opened the stream, so the
 * number in the header is the newer one.
 */
function lastSeen(request: FastifyRequest<{ Querystring: { after?: number } }>): number | null {
  const header = request.headers['last-event-id'];
  if (typeof header === 'string' && /^[0-9]{1,9}$/.test(header)) return Number(header);
  return request.query.after ?? null;
}

function sinkOf(context: Reads, stream: PassThrough, request: FastifyRequest, reply: FastifyReply): LiveSink {
  const write = (text: string) => {
    if (!stream.writableEnded && !stream.destroyed) stream.write(text);
  };
  // This line is sent at once, so that the browser reports the connection as open.
  write(': open\n\n');
  return {
    booking: ({ event, kind, found }) => {
      const data: LiveBooking = { event, kind, booking: hotelBookingView(context, found) };
      const id = kind === 'received' ? '' : `id: ${event}\n`;
      write(`event: booking\n${id}data: ${JSON.stringify(data)}\n\n`);
    },
    calendar: () => write('event: calendar\ndata: {}\n\n'),
    beat: () => write(': beat\n\n'),
    end: (reason) => {
      const data: LiveEnd = { reason };
      write(`event: end\ndata: ${JSON.stringify(data)}\n\n`);
      request.waitedMilliseconds = reply.elapsedTime;
      stream.end();
      if (reason === 'TOO_SLOW') reply.raw.destroy();
      else setTimeout(() => reply.raw.destroy(), LAST_WORDS_MILLISECONDS).unref();
    },
    isTooFull: () => stream.writableLength > BUFFER_BYTES,
  };
}
