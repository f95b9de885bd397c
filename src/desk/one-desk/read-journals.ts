// Reads the journals of a node.

import { createReadStream } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { getOrCreate } from '../../kernel/get-or-create.ts';
import { BATCHES_REMEMBERED } from '../locks.store.ts';
import { type AnsweredHead, headOf } from './answered-line.ts';
import type { RememberedBatch } from './batch-memory.ts';

export const JOURNAL_SUFFIX = '.journal';

/**
 * At its start, a process reads only the last part of each file, because the last batches are enough to notice a loss.
 */
const TAIL_BYTES = 4 * 2 ** 20;
/** The first line of a file is short. */
const FIRST_LINE_BYTES = 1_024;

/** The first line of a journal: which database confirmed the batches, and which process told callers of them. */
interface JournalHeader {
  database: string;
  process: string;
}

/** A line of a journal. */
export interface JournalLine extends JournalHeader {
  head: AnsweredHead;
  line: string;
}

async function journalsIn(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith(JOURNAL_SUFFIX)).map((name) => join(directory, name));
}

/**
 * Returns the last batches of each process that has files in a folder. A process remembers no more batches than these,
 * and a node may have hundreds of files. What cannot be read is left out, because a journal must not stop bookings.
 */
export async function recallBatches(
  directory: string,
  onError: (error: Error) => void,
): Promise<RememberedBatch[]> {
  const batches = new Map<string, RememberedBatch>();
  const ofProcesses = new Map<string, Set<string>>();
  const give = (error: Error) => {
    onError(error);
    return [];
  };
  // The names end with a number, so the newest file of a process is read first.
  for (const path of (await journalsIn(directory).catch(give)).sort().reverse()) {
    const known = getOrCreate(ofProcesses, processOf(path), () => new Set<string>());
    if (known.size >= BATCHES_REMEMBERED) continue;
    for (const { database, process, head, line } of (await readTail(path).catch(give)).reverse()) {
      if (head.batch === null) continue;
      const { id } = head.batch;
      if (!known.has(id) && known.size >= BATCHES_REMEMBERED) break;
      known.add(id);
      getOrCreate(batches, id, () => ({ ...head.batch!, database, process, lines: [] })).lines.unshift(line);
    }
  }
  return [...batches.values()].reverse();
}

function processOf(path: string): string {
  return path.slice(0, path.lastIndexOf('-'));
}

async function readTail(path: string): Promise<JournalLine[]> {
  const file = await open(path).catch(() => null);
  if (file === null) return [];
  try {
    const { size } = await file.stat();
    const first = Buffer.alloc(Math.min(size, FIRST_LINE_BYTES));
    await file.read(first, 0, first.length, 0);
    const header = headerOf(first.toString().split('\n', 1)[0]!);
    if (header === null) return [];
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    await file.read(tail, 0, tail.length, size - tail.length);
    return tail
      .toString()
      .split('\n')
      .flatMap((line) => journalLine(header, line) ?? []);
  } finally {
    await file.close();
  }
}

/** Reads every line of every file of a folder, one after another. */
export async function* readJournals(directory: string): AsyncGenerator<JournalLine> {
  for (const path of await journalsIn(directory)) {
    let header: JournalHeader | null = null;
    const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
    try {
      for await (const line of lines) {
        if (header === null) {
          header = headerOf(line);
          if (header === null) break;
          continue;
        }
        const read = journalLine(header, line);
        if (read !== null) yield read;
      }
    } catch (error) {
      // A node deletes old files at any time.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

function headerOf(firstLine: string): JournalHeader | null {
  try {
    const { database, process } = JSON.parse(firstLine) as Partial<JournalHeader>;
    return database === undefined || process === undefined ? null : { database, process };
  } catch {
    return null;
  }
}

/** Returns null if the line is cut off, or if it is the first line of a file, which contains no response. */
function journalLine(header: JournalHeader, line: string): JournalLine | null {
  const head = headOf(line);
  return head === null ? null : { ...header, head, line };
}
