import { readdirSync } from 'node:fs';
import { DRAWING_THREAD, ensureBuilt, SERVER } from './build-server.js';

/** `npm run bench` and the `bench:` commands. They measure compiled code, as it runs in production. */
const [, , program] = process.argv;
const files = readdirSync(new URL('../bench', import.meta.url)).filter((file) => file.endsWith('.ts'));
await ensureBuilt(
  {
    folder: 'dist/bench',
    sources: [...SERVER.sources, 'bench', 'test/support'],
    entries: [...files.map((file) => `bench/${file}`), DRAWING_THREAD],
    copied: SERVER.copied,
  },
  console.log,
);
await import(`../dist/bench/${program}.js`);
