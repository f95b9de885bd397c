// Keeps what a process tells its callers in local files, so that lost bookings can be listed.

import {
  accessSync,
  close,
  closeSync,
  constants,
  fsync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import type { DeskJournal } from './options.ts';
import { JOURNAL_SUFFIX, recallBatches } from './read-journals.ts';

const SEGMENT_BYTES = 64 * 2 ** 20;
/**
 * No process writes to a file that it opened longer ago than this. A file that was not written for twice this time is
 * therefore in nobody's use and can be deleted.
 */
const OPEN_MILLISECONDS = 10 * 60_000;
/** The files contain guests' data, so they are deleted after a day. */
const KEPT_MILLISECONDS = 24 * 60 * 60_000;
const TIDY_MILLISECONDS = 60_000;
const SYNC_MILLISECONDS = 1_000;

interface Segment {
  file: number;
  database: string;
  openedAt: number;
  bytes: number;
}

/** Where a node keeps its journals, and how large they may be together. */
export interface JournalSettings {
  directory: string;
  limitBytes: number;
}

interface JournalOptions extends JournalSettings {
  process: string;
  onError: (error: Error) => void;
}

/** Each process has its own files. A new file begins when the last one is large or old. */
export class Journal implements DeskJournal {
  private readonly options: JournalOptions;
  private segment: Segment | null = null;
  private count = 0;
  private lines: string[] = [];
  private isDirty = false;
  private hasFailed = false;
  private readonly timers: NodeJS.Timeout[];

  constructor(options: JournalOptions) {
    this.options = options;
    this.timers = [
      setInterval(() => this.sync(), SYNC_MILLISECONDS).unref(),
      setInterval(() => this.tidy(), TIDY_MILLISECONDS).unref(),
    ];
  }

  /**
   * The lines of one batch are given in the same turn and are written together, before any of its callers gets a
   * response: the callers continue in later microtasks than the first line of the batch.
   */
  append(line: string, database: string): void {
    if (this.lines.length === 0) queueMicrotask(() => this.write(database));
    this.lines.push(line);
  }

  recall() {
    return recallBatches(this.options.directory, this.options.onError);
  }

  close(): void {
    for (const timer of this.timers) clearInterval(timer);
    this.end();
  }

  /** Deletes the files that are too old, and the oldest files if all files together are too large. */
  tidy(now = Date.now()): void {
    const { directory, limitBytes } = this.options;
    try {
      const files = readdirSync(directory)
        .filter((name) => name.endsWith(JOURNAL_SUFFIX))
        .map((name) => {
          const path = join(directory, name);
          const { size, mtimeMs } = statSync(path);
          return { path, size, age: now - mtimeMs };
        })
        .sort((one, other) => other.age - one.age);
      let total = files.reduce((sum, { size }) => sum + size, 0);
      for (const { path, size, age } of files) {
        const isUnused = age > 2 * OPEN_MILLISECONDS;
        if (!isUnused || (age < KEPT_MILLISECONDS && total <= limitBytes)) continue;
        unlinkSync(path);
        total -= size;
      }
    } catch (error) {
      // Another process of this node deletes the same files.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.options.onError(error as Error);
    }
  }

  /** A journal that cannot be written does not stop bookings. The caller gets the response all the same. */
  private write(database: string): void {
    const bytes = Buffer.from(`${this.lines.join('\n')}\n`);
    this.lines = [];
    try {
      const segment = this.segmentFor(database);
      for (let at = 0; at < bytes.length; ) at += writeSync(segment.file, bytes, at);
      segment.bytes += bytes.length;
      this.isDirty = true;
      this.hasFailed = false;
    } catch (error) {
      // The line may be cut off, so the next line begins a new file.
      this.end();
      if (!this.hasFailed) this.options.onError(error as Error);
      this.hasFailed = true;
    }
  }

  private segmentFor(database: string): Segment {
    const { segment } = this;
    const isUsable =
      segment !== null &&
      segment.database === database &&
      segment.bytes < SEGMENT_BYTES &&
      Date.now() - segment.openedAt < OPEN_MILLISECONDS;
    if (isUsable) return segment;
    this.end();
    const { directory, process } = this.options;
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    this.count += 1;
    const name = `${process}-${String(this.count).padStart(6, '0')}${JOURNAL_SUFFIX}`;
    const path = join(directory, name);
    const file = openSync(path, 'ax', 0o600);
    try {
      const bytes = writeSync(file, `${JSON.stringify({ database, process })}\n`);
      this.segment = { file, database, openedAt: Date.now(), bytes };
      return this.segment;
    } catch (error) {
      // On a full disk, a file can be created but not written. Without this, each batch would leave an open file.
      closeSync(file);
      unlinkSync(path);
      throw error;
    }
  }

  private sync(): void {
    if (!this.isDirty || this.segment === null) return;
    this.isDirty = false;
    fsync(this.segment.file, (error) => {
      if (error !== null && error.code !== 'EBADF') this.options.onError(error);
    });
  }

  private end(): void {
    if (this.segment === null) return;
    const { file } = this.segment;
    this.segment = null;
    fsync(file, () => close(file, () => {}));
  }
}

/** Without a data folder, as in the sandbox, a journal is kept only if its folder is set. */
export function readJournalSettings(
  read: (name: string) => string | null,
  wholeNumber: (name: string, value: string, least: number, most: number) => number,
  dataDirectory: string | null,
): JournalSettings | null {
  const megabytes = wholeNumber('IHC_JOURNAL_MB', read('IHC_JOURNAL_MB') ?? '1024', 64, 1_000_000);
  const given = read('IHC_JOURNAL_DIR');
  if (given === null && dataDirectory === null) return null;
  return { directory: resolve(given ?? join(dataDirectory!, 'journal')), limitBytes: megabytes * 2 ** 20 };
}

/** Returns null if no journal is kept. What processes remember is then all that is known after a loss. */
export function openJournal(
  settings: JournalSettings | null,
  process: string,
  log: Pick<Logger, 'warn' | 'error'>,
): DeskJournal | null {
  if (settings === null) return null;
  const { directory } = settings;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.W_OK | constants.X_OK);
  } catch (error) {
    log.warn(
      { directory, reason: (error as Error).message },
      'no journal is kept, because IHC_JOURNAL_DIR cannot be written: lost bookings could not be listed',
    );
    return null;
  }
  const onError = (error: Error) => log.error({ directory, reason: error.message }, 'the journal failed');
  return new Journal({ ...settings, process, onError });
}

/** For a command of the operator, which writes no journal, and whose user may not be allowed to read journals. */
export function readOnlyJournal(directory: string): DeskJournal {
  return { append: () => {}, recall: () => recallBatches(directory, () => {}), close: () => {} };
}
