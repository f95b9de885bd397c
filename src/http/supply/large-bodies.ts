import type { IncomingMessage } from 'node:http';
import { createGunzip, type Gunzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { refuse } from '../../kernel/refusal.ts';
import { sendRefusal } from '../common/errors.ts';
import type { App } from '../common/wire.ts';
import { longListIn } from './long-list.ts';

/**
 * The limit for the size of a body, both before and after decompression. A message about 200 rate plans for a whole
 * year is smaller than this limit.
 */
export const SUPPLY_BODY_LIMIT_BYTES = 10 * 1_024 * 1_024;

/** Registers the hooks that decompress bodies and refuse lists that are too long. */
export function registerLargeBodies(app: App): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    if (encoding === 'identity') return done(null, payload);
    if (encoding === 'gzip') return done(null, decompressed(payload as IncomingMessage, reply));
    sendRefusal(
      request,
      reply,
      refuse('UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding must be gzip, or must not be sent'),
    );
  });
  // The validator creates an error object for each invalid value of a list, so a very long list must not reach the
  // validator.
  app.addHook('preValidation', (request, reply, done) => {
    const refusal = longListIn(request.route.schema?.body, request.body);
    if (refusal === null) done();
    else sendRefusal(request, reply, refusal);
  });
}

/**
 * Decompresses a body. Fastify counts the decompressed bytes and refuses the body when the decompressed bytes exceed
 * the limit. Decompression then stops, so that a small compressed body cannot expand to gigabytes.
 */
function decompressed(
  payload: IncomingMessage,
  reply: FastifyReply,
): Gunzip & { receivedEncodedLength: number } {
  // Fastify compares `receivedEncodedLength` with Content-Length and with the limit.
  const gunzip = Object.assign(createGunzip(), { receivedEncodedLength: 0 });
  payload.on('data', (chunk: Buffer) => {
    gunzip.receivedEncodedLength += chunk.length;
  });
  payload.once('error', (error) => gunzip.destroy(error));
  payload.pipe(gunzip);
  const end = () => {
    payload.unpipe(gunzip);
    gunzip.destroy();
    // The service reads and discards the rest of the body. Otherwise, a caller that still sends the body would not read
    // the refusal.
    payload.resume();
  };
  gunzip.once('error', end);
  reply.raw.once('close', end);
  return gunzip;
}
