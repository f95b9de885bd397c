import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const ENTRY = 'hotel/index.html';
/** Files that the page needs offline and whose names are the same in every build. */
const FIXED = ['/icon.svg', '/hotel/manifest.webmanifest'];

interface Chunk {
  type: 'chunk';
  fileName: string;
  facadeModuleId: string | null;
  imports: string[];
  dynamicImports: string[];
  viteMetadata?: { importedCss: Set<string>; importedAssets: Set<string> };
}

/**
 * Writes the service worker for the hotel page and for vouchers. The service worker contains the list of the files that
 * the page needs. The QR code reader is not in the list, because its size is one megabyte and only some phones need it.
 * These phones store the reader when they first use it.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file): file is never => file.type === 'chunk') as Chunk[];
      const files = [...filesOf(chunks)].filter((name) => !name.endsWith('.wasm')).map((name) => `/${name}`);
      // The page loads its fonts by script, so no chunk imports them.
      const fonts = Object.keys(bundle).filter((name) => name.endsWith('.woff2'));
      const list = [...FIXED, ...[...files, ...fonts.map((name) => `/${name}`)].sort()];
      const version = createHash('sha256').update(list.join()).digest('hex').slice(0, 16);
      const source = readFileSync(`${import.meta.dirname}/../worker/sw.js`, 'utf8')
        .replace('self.__FILES__', JSON.stringify(list))
        .replace('self.__VERSION__', JSON.stringify(version));
      for (const folder of ['hotel', 'vouchers'])
        this.emitFile({ type: 'asset', fileName: `${folder}/sw.js`, source });
    },
  };
}

/** All files that the entry imports, directly or through other files. */
function filesOf(chunks: Chunk[]): Set<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set<string>();
  const queue = chunks
    .filter(({ facadeModuleId }) => facadeModuleId?.endsWith(ENTRY))
    .map(({ fileName }) => fileName);
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    const chunk = byName.get(name);
    if (chunk === undefined) continue;
    queue.push(...chunk.imports, ...chunk.dynamicImports);
    for (const file of chunk.viteMetadata?.importedCss ?? []) found.add(file);
    for (const file of chunk.viteMetadata?.importedAssets ?? []) found.add(file);
  }
  return found;
}
