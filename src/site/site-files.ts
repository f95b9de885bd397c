import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export interface SiteFile {
  type: string;
  /** Its name changes with its content: whoever has it need never ask again. */
  immutable: boolean;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};

/** The built site in memory, packed once: it is a few hundred kilobytes. */
export function readSite(folder: string): Map<string, SiteFile> {
  const files = new Map<string, SiteFile>();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const address = `/${path.slice(folder.length + 1)}`;
    files.set(address, packed(readFileSync(path), extname(path), address.startsWith('/assets/')));
  }
  return files;
}

export function packed(plain: Buffer, extension: string, immutable: boolean): SiteFile {
  const type = TYPES[extension] ?? 'application/octet-stream';
  return { type, immutable, plain, br: brotliCompressSync(plain), gzip: gzipSync(plain) };
}
