import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';

export interface BareRoute {
  method: 'GET' | 'POST';
  path: string;
  /** Returned in turn. They need no work except serialisation to JSON. */
  responses: unknown[];
}

/** The same framework with default settings, one route, no hooks and a prepared response. Resolves with its port. */
export async function serveBareRoute({ method, path, responses }: BareRoute): Promise<number> {
  const app = Fastify();
  let turn = 0;
  app.route({
    method,
    url: path,
    handler: (_request, reply) => {
      turn = (turn + 1) % responses.length;
      reply.send(responses[turn]);
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}
