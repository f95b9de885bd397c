import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartRefused } from '../../kernel/start-refused.ts';

/** Another process has claimed the data folder, and runs PostgreSQL on it. */
export class DataFolderInUse extends StartRefused {}

/**
 * Creates the data folder and claims it for this process, so that two services never share one embedded database. The
 * claim file contains the id and the start time of the process. A process that was killed cannot remove its claim file.
 * The next process recognises that this claim is no longer valid, even if another process now has the same id.
 */
export function claimDataDirectory(directory: string): { release: () => void } {
  createDataDirectory(directory);
  const claim = join(directory, 'service.pid');
  const mine = `${process.pid} ${startTimeOf(process.pid) ?? ''}`;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      writeFileSync(claim, mine, { flag: 'wx', mode: 0o600 });
      return { release: () => rmSync(claim, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw notWritable(directory, error);
    }
    const holder = livingHolder(claim);
    if (holder !== null)
      throw new DataFolderInUse(
        `data folder ${directory} is in use by another running service (process ${holder})`,
      );
    rmSync(claim, { force: true });
  }
  throw new DataFolderInUse(`data folder ${directory} is in use by another service that is starting`);
}

export function createDataDirectory(directory: string): void {
  try {
    // If root starts the service, PostgreSQL runs as a different user and must reach its files in this folder. All
    // users can therefore open files in the folder by name, but cannot list the folder. Nobody but the owner can read
    // the files with secrets.
    makeDirectory(directory);
    chmodSync(directory, 0o711);
  } catch (error) {
    throw notWritable(directory, error);
  }
}

/**
 * Creates a folder and its missing parents. mkdirSync with `recursive` is not used, because it never returns if the
 * system reports ENOENT for a new folder, as it does in /proc.
 */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectory(dirname(directory));
  mkdirSync(directory);
}

function notWritable(directory: string, error: unknown): StartRefused {
  return new StartRefused(
    `data folder ${directory} is not writable (${(error as NodeJS.ErrnoException).code})`,
  );
}

function livingHolder(claim: string): number | null {
  const [id, startTime] = readFileSync(claim, 'utf8').split(' ');
  const processId = Number(id);
  if (!isAlive(processId)) return null;
  return startTime !== '' && startTime !== startTimeOf(processId) ? null : processId;
}

export function isAlive(processId: number): boolean {
  if (!Number.isInteger(processId) || processId <= 0) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns the start time of the process, in clock ticks since boot. Returns null if there is no /proc. */
function startTimeOf(processId: number): string | null {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
    // The second field is the command, which may contain spaces. Count the fields from the closing bracket of the
    // command.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
