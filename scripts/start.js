import { ensureBuilt, SERVER } from './build-server.js';

// SIGHUP makes the service read its certificate again. It must never end the service or the build before the start.
process.on('SIGHUP', () => {});
/**
 * As process 1 of a container, Node ignores signals without a handler. Until the server has set its own handlers, there is
 * nothing to finish, so these signals end the process at once.
 */
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(0);
  });

/** `npm start` compiles the server if its sources have changed, then runs the compiled JavaScript. */
try {
  await ensureBuilt(SERVER, console.log);
} catch (error) {
  console.error(`ihc: ${error.message}`);
  process.exit(1);
}
await import('../dist/server/main.js');
