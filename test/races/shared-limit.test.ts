import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { monotonicNow } from '../../src/db/monotonic.ts';
import { isLimitsMessage, type WorkerMessage } from '../../src/limits/lease-messages.ts';
import { LeaseOwner } from '../../src/limits/lease-owner.ts';

const SCRIPT = resolve(fileURLToPath(import.meta.url), '../../support/limit-process.ts');
const LIMIT = 120;
const ATTEMPTS = 400;

async function startProcess(windows: 'leased' | 'own'): Promise<ChildProcess> {
  const race = { caller: 'client a', limit: LIMIT, attempts: ATTEMPTS, windows };
  const child = fork(SCRIPT, [JSON.stringify(race)], { execArgv: ['--import', 'tsx'] });
  await once(child, 'message');
  return child;
}

function answerOf<Answer>(child: ChildProcess, name: string): Promise<Answer> {
  return new Promise((answer) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && message !== null && name in message)
        answer((message as Record<string, Answer>)[name]!);
    });
  });
}

/** Three processes take at the same time. Returns the times of all accepted requests. */
async function race(windows: 'leased' | 'own'): Promise<number[][]> {
  const owner = new LeaseOwner();
  const children = await Promise.all([0, 1, 2].map(() => startProcess(windows)));
  try {
    for (const [id, child] of children.entries()) {
      owner.connect(id, { send: (message) => child.send(message, () => {}) });
      child.on('message', (message) => {
        if (isLimitsMessage(message)) owner.receive(id, message as WorkerMessage);
      });
    }
    const results = children.map((child) => answerOf<number[]>(child, 'accepted'));
    for (const child of children) child.send('go');
    return await Promise.all(results);
  } finally {
    await Promise.all(
      children.map((child) => {
        const gone = once(child, 'exit');
        child.kill();
        return gone;
      }),
    );
  }
}

describe('three processes of one node', () => {
  it('accept exactly the limit together: never more, and all of it', async () => {
    const accepted = await race('leased');
    expect(accepted.flat()).toHaveLength(LIMIT);
    expect(accepted.filter((times) => times.length > 0).length).toBeGreaterThan(1);
  });

  it('control: without the owner, each of them accepts the limit', async () => {
    const accepted = await race('own');
    expect(accepted.map((times) => times.length)).toEqual([LIMIT, LIMIT, LIMIT]);
  });

  it('read the same clock', async () => {
    const child = await startProcess('own');
    try {
      const clock = answerOf<number>(child, 'clock');
      const before = monotonicNow();
      child.send('clock');
      const theirs = await clock;
      expect(theirs).toBeGreaterThan(before);
      expect(theirs).toBeLessThan(monotonicNow());
    } finally {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    }
  });
});
