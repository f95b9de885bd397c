import { readFile, stat } from 'node:fs/promises';
import { type Answer, decline } from '../kernel/answer.ts';
import { accept } from '../kernel/refusal.ts';

const MEGABYTE = 1_048_576;
const LARGEST_MEGABYTES = 64;

/** Reads a file that an operator names. Every way in which that fails is one line. */
export async function readTextFile(path: string): Promise<Answer<string>> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return decline(`${path}: is a folder, not a file`);
    if (found.size > LARGEST_MEGABYTES * MEGABYTE)
      return decline(
        `${path}: has ${Math.ceil(found.size / MEGABYTE)} MB, the limit is ${LARGEST_MEGABYTES} MB; divide it into several files`,
      );
    const bytes = await readFile(path);
    return accept(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    return decline(`${path}: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'this file may not be read by you';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'is not text in UTF-8';
  return message;
}
