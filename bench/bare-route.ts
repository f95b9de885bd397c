import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';

export interface BareRoute {
  method: 'GET' | 'POST';
  path: string;
  /** The server returns these responses in turn. They need no work except serialisation to JSON. */
  responses: unknown[];
}

/**
 * Starts a server with the same framework as the service, default settings, one route, no hooks and prepared responses.
 * Resolves with the port of the server.
 */
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
