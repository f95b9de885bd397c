import cluster, { type Worker } from 'node:cluster';
import { type BareRoute, serveBareRoute } from './bare-route.ts';
import { respondToParent } from './child.ts';

/**
 * Serves the bare route with several processes on one port. The result shows what a second process can gain on this
 * machine.
 */
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

async function serve(route: BareRoute): Promise<void> {
  process.send!({ port: await serveBareRoute(route) });
}

if (cluster.isPrimary) respondToParent({ start }, () => cluster.disconnect());
else {
  process.once('message', serve);
  process.once('disconnect', () => process.exit(0));
  // The process can receive the message with the route now. An earlier message would be lost.
  process.send!({ port: null });
}
