import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Command, FinalResponse } from '../../domain/booking/command.ts';
import type { WriteResponse } from '../../domain/booking/decided.ts';
import { type Pending, PendingCommands } from './pending-commands.ts';

const COMMAND = { kind: 'sweep', idempotency: null } as unknown as Command;
const DONE: FinalResponse = { status: 200, body: 'done', replayed: false };
const write: WriteResponse = (_command, outcome) => ({
  status: outcome.ok ? 200 : 503,
  body: outcome.ok ? '' : outcome.code,
  replayed: false,
});

let pending: PendingCommands<string>;
let now = 0;
beforeEach(() => {
  now = 1_000_000;
  vi.spyOn(process, 'hrtime').mockImplementation((() => [now / 1_000, 0]) as never);
  pending = new PendingCommands(write, () => {});
});
afterEach(() => vi.restoreAllMocks());

function add(command = COMMAND): { entry: Pending<string>; response: Promise<FinalResponse> } {
  let entry!: Pending<string>;
  const response = pending.add(command, (added) => {
    entry = added;
  });
  return { entry, response };
}

async function settled(response: Promise<FinalResponse>): Promise<string | null> {
  return Promise.race([response.then(({ body }) => body), Promise.resolve(null)]);
}

const messageOf = (cells: number) =>
  ({ kind: 'ari', idempotency: null, message: { cells } }) as unknown as Command;

describe("a supplier's message without a response", () => {
  it.each([
    ['20 plans of 365 days', 20 * 365, 35_000],
    ['one part', 250, 6_000],
    ['the most days', 200_000, 50_000],
  ])('that the next desk works on is given up later, the larger it is: %s', async (_, cells, patience) => {
    const { entry, response } = add(messageOf(cells));
    pending.place(entry, 'old desk');
    pending.lose('old desk', now);
    pending.place(entry, 'next desk');
    now += patience;
    pending.giveUpOverdue();
    expect(await settled(response)).toBeNull();
    now += 1;
    pending.giveUpOverdue();
    expect((await response).body).toBe('OUTCOME_UNKNOWN');
  });

  it('that no desk works on is given up after 5 s', async () => {
    const [lost, never] = [add(messageOf(7_300)), add(messageOf(7_300))];
    pending.place(lost.entry, 'old desk');
    pending.lose('old desk', now);
    now += 5_000;
    pending.giveUpOverdue();
    expect(await settled(lost.response)).toBeNull();
    now += 1;
    pending.giveUpOverdue();
    expect([(await lost.response).body, (await never.response).body]).toEqual([
      'OUTCOME_UNKNOWN',
      'SERVICE_UNAVAILABLE',
    ]);
  });

  it('is never told that nothing was executed: a desk may give it back after its first parts', async () => {
    const messages = vi.fn<WriteResponse>((command, outcome) => write(command, outcome));
    pending = new PendingCommands(messages, () => {});
    const { entry, response } = add(messageOf(7_300));
    pending.place(entry, 'old desk');
    pending.takeFrom('old desk', entry);
    now += 5_001;
    pending.giveUpOverdue();
    await response;
    for (let count = 0; count < 10_000; count += 1) add();
    await pending.add(messageOf(7_300), () => {});
    await pending.add(COMMAND, () => {});
    const texts = messages.mock.calls.map(([, outcome]) => (outcome.ok ? '' : outcome.message));
    const again = 'send the same message again: it continues where it stopped';
    expect(texts).toEqual([
      `no process could decide the request; ${again}`,
      `the queue is full; ${again}`,
      'the queue is full; nothing was executed',
    ]);
  });

  it.each([
    ['50 s after it arrived, before the connection of its sender ends', 30_000, 20_000],
    ['5 s after it was lost, if that is later', 48_000, 5_000],
  ])('is given up %s', async (_, lostAfter, patience) => {
    const { entry, response } = add(messageOf(200_000));
    pending.place(entry, 'desk');
    now += lostAfter;
    pending.doubt('desk', now);
    now += patience;
    pending.giveUpOverdue();
    expect(await settled(response)).toBeNull();
    now += 1;
    pending.giveUpOverdue();
    expect((await response).body).toBe('OUTCOME_UNKNOWN');
  });
});

describe('a command without a response', () => {
  it('that no desk took gets 503 after 5 s, not before: nothing was executed', async () => {
    const { response } = add();
    now += 5_000;
    pending.giveUpOverdue();
    expect(await settled(response)).toBeNull();
    now += 1_000;
    pending.giveUpOverdue();
    expect((await response).body).toBe('SERVICE_UNAVAILABLE');
  });

  it('waits as long as a desk works on it', async () => {
    const { entry, response } = add();
    pending.place(entry, 'desk');
    now += 60_000;
    pending.giveUpOverdue();
    expect(await settled(response)).toBeNull();
    pending.finish(entry, DONE);
    expect((await response).body).toBe('done');
  });

  it('whose desk was lost is waiting for another, and unknown after 5 s', async () => {
    const { entry, response } = add();
    pending.place(entry, 'old desk');
    pending.lose('old desk', now);
    expect(pending.waiting()).toEqual([entry]);
    now += 5_001;
    pending.giveUpOverdue();
    expect((await response).body).toBe('OUTCOME_UNKNOWN');
  });

  it('that the old desk certainly did not execute is not unknown', async () => {
    const { entry, response } = add();
    pending.place(entry, 'old desk');
    expect(pending.takeFrom('other desk', entry)).toBe(false);
    expect(pending.takeFrom('old desk', entry)).toBe(true);
    now += 5_001;
    pending.giveUpOverdue();
    expect((await response).body).toBe('SERVICE_UNAVAILABLE');
  });

  it('in the batch of a desk that lost its office is unknown after 5 s', async () => {
    const { entry, response } = add();
    pending.place(entry, 'own desk');
    pending.doubt('own desk', now);
    now += 5_001;
    pending.giveUpOverdue();
    expect((await response).body).toBe('OUTCOME_UNKNOWN');
  });

  it('at a desk that is heard again waits on', async () => {
    const { entry, response } = add();
    pending.place(entry, 'desk');
    pending.doubt('desk', now);
    pending.trust('desk');
    now += 60_000;
    pending.giveUpOverdue();
    expect(await settled(response)).toBeNull();
    pending.giveUpAll();
    expect((await response).body).toBe('OUTCOME_UNKNOWN');
  });

  it('that an earlier desk may have executed is unknown when the next desk refuses without a look', async () => {
    const undecided: FinalResponse = {
      status: 503,
      body: 'SERVICE_UNAVAILABLE',
      replayed: false,
      undecided: true,
    };
    const [first, second, third] = [add(), add(), add()];
    for (const { entry } of [first, second]) pending.place(entry, 'old desk');
    pending.lose('old desk', now);
    for (const { entry } of [first, second, third]) pending.place(entry, 'next desk');
    pending.finish(first.entry, undecided);
    pending.finish(second.entry, DONE);
    pending.finish(third.entry, undecided);
    expect((await first.response).body).toBe('OUTCOME_UNKNOWN');
    expect((await second.response).body).toBe('done');
    expect((await third.response).body).toBe('SERVICE_UNAVAILABLE');
  });

  it('that was lost once is given up 5 s later, however many desks take it meanwhile', async () => {
    const { entry, response } = add();
    for (const desk of ['a', 'b', 'c']) {
      pending.place(entry, desk);
      now += 2_000;
      pending.lose(desk, now);
      pending.giveUpOverdue();
    }
    expect(await settled(response)).toBeNull();
    now += 2_000;
    pending.place(entry, 'd');
    pending.trust('d');
    pending.giveUpOverdue();
    expect((await response).body).toBe('OUTCOME_UNKNOWN');
  });

  it('gets only its first response', async () => {
    const { entry, response } = add();
    pending.finish(entry, DONE);
    pending.finish(entry, { ...DONE, body: 'again' });
    expect((await response).body).toBe('done');
  });

  it('is refused at once when 10,000 others wait, and accepted when one of them is done', async () => {
    const first = add();
    for (let count = 1; count < 10_000; count += 1) add();
    const refused = pending.add(COMMAND, () => {
      throw new Error('it must not be started');
    });
    expect((await refused).body).toBe('SERVICE_UNAVAILABLE');
    pending.finish(first.entry, DONE);
    expect(await settled(add().response)).toBeNull();
  });
});
