#!/usr/bin/env node
import { ensureBuilt, SERVER } from './build-server.js';

/** `npx ihc …` compiles the server if its sources have changed, then runs the operator's command. */
process.setSourceMapsEnabled(true);
try {
  await ensureBuilt(SERVER, console.error);
} catch (error) {
  console.error(`ihc: ${error.message}`);
  process.exit(2);
}
await import('../dist/server/cli.js');
