import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';

/**
 * Logs one line per request. It logs the route's pattern and never the address, because the query may contain a
 * partner's reference. Headers and bodies contain keys and guests and are never logged.
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
        milliseconds,
      },
      'request',
    );
    done();
  });
}
