import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PERIOD_MICROSECONDS = 100_000;
const JOIN = 'echo $$ > "$0" && exec "$@"';

export interface LimitedProcessor {
  /** A command that runs the command after it, with all child processes, on the given share of a core. */
  through: string[];
  remove: () => Promise<void>;
}

/** Limits a program to a share of one core, by a cgroup or by cpulimit. */
export function limitProcessor(percent: number): LimitedProcessor {
  return (
    inCgroup(percent) ?? {
      through: ['cpulimit', '-i', '-l', String(percent), '--'],
      remove: async () => {},
    }
  );
}

export function canUseCgroup(): boolean {
  const group = inCgroup(50);
  void group?.remove();
  return group !== null;
}

function inCgroup(percent: number): LimitedProcessor | null {
  const quota = Math.round((percent / 100) * PERIOD_MICROSECONDS);
  const kinds = [
    { parent: '/sys/fs/cgroup', file: 'cpu.max', limit: `${quota} ${PERIOD_MICROSECONDS}` },
    { parent: '/sys/fs/cgroup/cpu', file: 'cpu.cfs_quota_us', limit: String(quota) },
  ];
  for (const { parent, file, limit } of kinds) {
    const group = join(parent, `ihc-test-${process.pid}-${percent}`);
    try {
      mkdirSync(group);
      try {
        if (!existsSync(join(group, file))) throw new Error(`no ${file}`);
        writeFileSync(join(group, file), limit);
        // A real process is the only way to test whether this user may move processes into the group.
        execFileSync('/bin/sh', ['-c', JOIN, join(group, 'cgroup.procs'), 'true'], { stdio: 'ignore' });
      } catch (error) {
        rmdirSync(group);
        throw error;
      }
      return {
        through: ['/bin/sh', '-c', JOIN, join(group, 'cgroup.procs')],
        remove: () => removeWhenEmpty(group),
      };
    } catch {
      // The next kind of cgroup may work.
    }
  }
  return null;
}

/** Removes a group when its processes have ended. When the service has ended, its PostgreSQL may still be stopping. */
async function removeWhenEmpty(group: string): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 100) {
    if (readFileSync(join(group, 'cgroup.procs'), 'utf8') === '') break;
    await sleep(100);
  }
  rmdirSync(group);
}
