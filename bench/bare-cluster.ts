import cluster, { type Worker } from 'node:cluster';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { BareRoute } from './bare.ts';
import { answerParent } from './child.ts';

/** The bare route of bare.ts in several processes on one port: what a second process can gain on this machine. */
async function start({ route, processes }: { route: BareRoute; processes: number }): Promise<number> {
  const workers: Worker[] = Array.from({ length: processes }, () => cluster.fork());
  const ports = await Promise.all(
    workers.map(
      (worker) =>
        new Promise<number>((resolve) => {
          worker.on('message', ({ port }: { port: number | null }) => {
            if (port === null) worker.send(route);
            else resolve(port);
          });
        }),
    ),
  );
  return ports[0]!;
}

async function serve({ method, path, answers }: BareRoute): Promise<void> {
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
  process.send!({ port: (app.server.address() as AddressInfo).port });
}

if (cluster.isPrimary) answerParent({ start }, () => cluster.disconnect());
else {
  process.once('message', serve);
  process.once('disconnect', () => process.exit(0));
  // Ready for the route. A message before this would be lost.
  process.send!({ port: null });
}
