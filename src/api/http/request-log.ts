import type { FastifyInstance } from 'fastify';
import type { Context } from '../../boot/context.ts';

/**
 * One line a request. It names the route's pattern and never the address itself, whose query may hold a
 * partner's reference; headers and bodies, which hold keys and guests, are never logged.
 */
export function registerRequestLog(app: FastifyInstance, context: Context): void {
  app.addHook('onResponse', (request, reply, done) => {
    const milliseconds = Math.round(reply.elapsedTime * 100) / 100;
    if (request.routeOptions.config.allowance !== 'health')
      context.latency.record(performance.now(), reply.elapsedTime);
    context.log.info(
      {
        request_id: request.id,
        client_id: request.caller?.client.publicId,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        milliseconds,
      },
      'request',
    );
    done();
  });
}
