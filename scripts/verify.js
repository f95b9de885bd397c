import { ensureBuilt, SERVER } from './build-server.js';

/** `npm run verify`: compiles what has changed, then proves the ledger. */
await ensureBuilt(SERVER, console.error);
await import('../dist/server/verify.js');
