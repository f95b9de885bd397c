import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Returns whether the system reports the processor time of each process. Only Linux does. */
export function canReadCpu(): boolean {
  return existsSync('/proc/self/stat');
}

/**
 * Returns the processor time that these processes have used so far, in seconds. A process that has ended counts as 0.
 */
export function cpuSeconds(processIds: number[]): number {
  return processIds.reduce((sum, id) => sum + ticksOf(id), 0) / ticksPerSecond;
}

const ticksPerSecond = canReadCpu() ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : 1;

function ticksOf(processId: number): number {
  const file = `/proc/${processId}/stat`;
  if (!existsSync(file)) return 0;
  // The name of the program is in parentheses and may contain spaces. User and system time are fields 14 and 15.
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return Number(fields[11]) + Number(fields[12]);
}
