import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/**
 * Responds with 304 when the entity tag that the caller sends belongs to the current response. The tag is weak, because
 * the same response may be sent plain, gzipped or as brotli.
 */
export function registerEntityTags(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.route.config.entityTag || reply.statusCode !== 200 || !isWhole(payload))
      return done(null, payload);
    const tag = `W/"${hash('sha1', payload, 'base64url')}"`;
    reply.header('etag', tag);
    // `private`: the response depends on the caller, so shared caches must not store it. `no-cache`: a cache must ask
    // the service before it uses a stored response.
    reply.header('cache-control', 'private, no-cache');
    if (!matches(request.headers['if-none-match'], tag)) return done(null, payload);
    reply.code(304).removeHeader('content-length');
    done(null, '');
  });
}

function isWhole(payload: unknown): payload is string | Buffer {
  return typeof payload === 'string' || Buffer.isBuffer(payload);
}

function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const strong = tag.slice(2);
  return header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === strong);
}
