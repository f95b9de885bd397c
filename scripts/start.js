import { ensureBuilt, SERVER } from './build-server.js';

// SIGHUP asks the service to read its certificate again. It must not end it, and not the build before it either.
process.on('SIGHUP', () => {});
/**
 * As process 1 of a container, Node ignores signals that have no handler. Until the server has its own handlers there is
 * nothing to finish, so the process ends at once.
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
