import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';

/**
 * Logs one line per request. The line contains the pattern of the route and never the address of the request, because
 * the query string may contain a partner's reference. Headers and bodies are never logged, because they contain keys
 * and data of guests.
 */
export function registerRequestLog(app: FastifyInstance, context: Context): void {
  app.addHook('onResponse', (request, reply, done) => {
    const milliseconds = Math.round(reply.elapsedTime * 100) / 100;
    const worked = reply.elapsedTime - (request.waitedMilliseconds ?? 0);
    if (request.route.config.allowance !== 'health') context.latency.record(performance.now(), worked);
    context.status.served(request.route.url, reply.statusCode, worked);
    context.counts?.requests.observe(request.method, request.route.url, reply.statusCode, worked);
    context.log.info(
      {
        request_id: request.id,
        client_id: request.caller?.client.publicId,
        method: request.method,
        route: request.route.url ?? 'none',
        status: reply.statusCode,
        ...(request.errorCode !== undefined && { code: request.errorCode }),
        milliseconds,
      },
      'request',
    );
    done();
  });
}
