import { ensureBuilt, SERVER } from './build-server.js';

// SIGHUP asks the service to read its certificate again. It must not end it, and not the build before it either.
process.on('SIGHUP', () => {});

/** `npm start` compiles the server if its sources have changed, then runs the compiled JavaScript. */
try {
  await ensureBuilt(SERVER, console.log);
} catch (error) {
  console.error(`ihc: ${error.message}`);
  process.exit(1);
}
await import('../dist/server/main.js');
