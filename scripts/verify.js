import { ensureBuilt, SERVER } from './build-server.js';

/** `npm run verify` compiles the server if its sources have changed, then checks the ledger. */
try {
  await ensureBuilt(SERVER, console.error);
} catch (error) {
  // Exit code 1 means violations.
  console.error(`ihc: ${error.message}`);
  process.exit(2);
}
await import('../dist/server/verify.js');
