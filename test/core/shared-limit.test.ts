import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { monotonicNow } from '../../src/platform/db/monotonic.ts';
import { isLimitsMessage, type WorkerMessage } from '../../src/platform/limits/lease-messages.ts';
import { LeaseOwner } from '../../src/platform/limits/lease-owner.ts';
import { compiled } from '../support/compiled.ts';

const LIMIT = 120;
const BOOKING_LIMIT = 50;
/** The two windows of one client. */
const CALLERS = [
  { caller: 'client a', limit: LIMIT },
  { caller: 'bookings a', limit: BOOKING_LIMIT },
];
const ATTEMPTS = 400;

async function startProcess(windows: 'leased' | 'own'): Promise<ChildProcess> {
  const race = { callers: CALLERS, attempts: ATTEMPTS, windows };
  const child = fork(compiled('limit-process'), [JSON.stringify(race)]);
  await once(child, 'message');
  return child;
}

function responseOf<TestResponse>(child: ChildProcess, name: string): Promise<TestResponse> {
  return new Promise((response) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && message !== null && name in message)
        response((message as Record<string, TestResponse>)[name]!);
    });
  });
}

/** Three processes take at the same time. Returns the times of all accepted requests, by process and caller. */
async function race(windows: 'leased' | 'own'): Promise<number[][][]> {
  const owner = new LeaseOwner();
  const children = await Promise.all([0, 1, 2].map(() => startProcess(windows)));
  try {
    for (const [id, child] of children.entries()) {
      owner.connect(id, { send: (message) => child.send(message, () => {}) });
      child.on('message', (message) => {
        if (isLimitsMessage(message)) owner.receive(id, message as WorkerMessage);
      });
    }
    const results = children.map((child) => responseOf<number[][]>(child, 'accepted'));
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
  it('accept exactly the limit of each window together: never more, and all of it', async () => {
    const accepted = await race('leased');
    for (const [index, { limit }] of CALLERS.entries()) {
      const counts = accepted.map((callers) => callers[index]!.length);
      expect(counts.reduce((a, b) => a + b)).toBe(limit);
      expect(counts.filter((count) => count > 0).length).toBeGreaterThan(1);
    }
  });

  it('control: without the owner, each of them accepts the limits', async () => {
    const accepted = await race('own');
    expect(accepted.map((callers) => callers.map((times) => times.length))).toEqual(
      accepted.map(() => [LIMIT, BOOKING_LIMIT]),
    );
  });

  it('read the same clock', async () => {
    const child = await startProcess('own');
    try {
      const clock = responseOf<number>(child, 'clock');
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
