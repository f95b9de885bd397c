import { ensureBuilt, SERVER } from './build-server.js';

/** `npm start`: compiles what has changed, then runs plain JavaScript. */
try {
  await ensureBuilt(SERVER, console.log);
} catch (error) {
  console.error(`ihc: ${error.message}`);
  process.exit(1);
}
await import('../dist/server/main.js');
