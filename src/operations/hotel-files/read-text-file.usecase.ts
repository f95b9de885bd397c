// Reads a file that the operator chose, up to a size limit.

import { open, stat } from 'node:fs/promises';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';

const MEGABYTE = 1_048_576;
const LARGEST_MEGABYTES = 64;
const PIECE = MEGABYTE;

/** Reads the file. If this fails, the result describes the reason in one line. */
export async function readTextFile(path: string): Promise<Outcome<string, Declined>> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return decline(`${path}: is a folder, not a file`);
    const limit = `the limit is ${LARGEST_MEGABYTES} MB; divide it into several files`;
    if (found.size > LARGEST_MEGABYTES * MEGABYTE)
      return decline(`${path}: has ${Math.ceil(found.size / MEGABYTE)} MB, ${limit}`);
    const bytes = await readWithin(path, LARGEST_MEGABYTES * MEGABYTE);
    if (bytes === null) return decline(`${path}: has more than ${LARGEST_MEGABYTES} MB, ${limit}`);
    if (bytes.includes(0)) return decline(`${path}: is not text in UTF-8: it has a NUL character`);
    return accept(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    return decline(`${path}: ${reasonOf(error)}`);
  }
}

/**
 * Reads a file of at most `mostBytes` bytes. Returns null if the file has more bytes. The size is not checked
 * beforehand, because a pipe or a device does not report its size and may never end.
 */
export async function readWithin(path: string, mostBytes: number): Promise<Buffer | null> {
  const file = await open(path);
  try {
    const pieces: Buffer[] = [];
    for (let total = 0; total <= mostBytes; ) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(PIECE), 0, PIECE, null);
      if (bytesRead === 0) return Buffer.concat(pieces);
      pieces.push(buffer.subarray(0, bytesRead));
      total += bytesRead;
    }
    return null;
  } finally {
    await file.close();
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'this file may not be read by you';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'is not text in UTF-8';
  return message;
}
