import { ensureBuilt, SERVER } from './build-server.js';

/** `npm run verify` compiles the server if its sources have changed, then checks the ledger. */
await ensureBuilt(SERVER, console.error);
await import('../dist/server/verify.js');
