import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartRefused } from '../../kernel/start-refused.ts';

/** Another process has claimed the data folder, and runs PostgreSQL on it. */
export class DataFolderInUse extends StartRefused {}

/**
 * Creates the data folder and claims it for this process, so that two services never share one embedded database. The
 * claim file contains the process id and its start time. A claim left behind by kill -9 is therefore recognised as
 * dead, even after the operating system has reused the id.
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
    // Other users may pass through the folder but not list it, because PostgreSQL runs as another user when root starts
    // the service. Only the owner can read the secrets in the folder.
    makeDirectory(directory);
    chmodSync(directory, 0o711);
  } catch (error) {
    throw notWritable(directory, error);
  }
}

/** Does not use mkdirSync with `recursive`, which never returns where the system refuses with ENOENT, as /proc does. */
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

/** Clock ticks from boot to the start of the process. Null where there is no /proc. */
function startTimeOf(processId: number): string | null {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
    // The second field, the command, may contain spaces. Count from its closing bracket.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
