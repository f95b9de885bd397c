import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { answerParent } from './child.ts';

export interface BareRoute {
  method: 'GET' | 'POST';
  path: string;
  /** Given in turn. They are ready: all that is left to do is to write them as JSON. */
  answers: unknown[];
}

/** The limit: the same framework with its default settings, one route, no hooks, and an answer that needs no work. */
async function start({ method, path, answers }: BareRoute): Promise<number> {
  const app = Fastify();
  let turn = 0;
  app.route({
    method,
    url: path,
    handler: (_request, reply) => {
      turn = (turn + 1) % answers.length;
      reply.send(answers[turn]);
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

answerParent({ start });
