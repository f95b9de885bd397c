import { rmSync } from 'node:fs';
import { ensureBuilt, SERVER } from './build-server.js';

/** `npm run build` writes everything that a deployment needs to `dist/`. */
rmSync(new URL('../dist/server', import.meta.url), { recursive: true, force: true });
await ensureBuilt(SERVER, console.log);
const { ensureSite } = await import('../dist/server/build-site.js');
ensureSite(console.log);
console.log('dist/ is complete');
