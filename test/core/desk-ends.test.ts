import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDesk } from '../../src/boot/service-options.ts';
import type { Desk } from '../../src/desk/desk.ts';
import { DeskMoved } from '../../src/desk/run-batch.ts';
import { monotonicNow } from '../../src/platform/db/monotonic.ts';
import { bookCommand, setAllotment } from '../support/book-command.ts';
import { eachForItself } from '../support/each-for-itself.ts';
import { freshCredentials, startTestService, type TestService } from '../support/service.ts';
import { demoStay } from '../support/stay.ts';

const STAY = demoStay();
/** Two chunks of decisions. What happens at the 17th happens after the writes of the first chunk were sent. */
const [MANY, SECOND_CHUNK] = [20, 17];

let service: TestService;
let credentials: Record<string, string>;
let open: OpenDesk;
let desk: Desk;
let decided = 0;
let whenDecided: () => void = () => {};

beforeAll(async () => {
  service = await startTestService({
    // The faults are meant for the desk's own statements.
    deliveries: false,
    housekeeping: false,
    accessDesk: (openDesk, write) => {
      open = openDesk;
      return eachForItself(openDesk, write);
    },
    desk: {
      onDecided: () => {
        decided += 1;
        if (decided === SECOND_CHUNK) whenDecided();
      },
    },
  });
  await setAllotment(service, STAY, 1_000);
});
afterAll(() => service.end());
beforeEach(async () => {
  credentials = await freshCredentials(service);
  decided = 0;
  desk = open(null, {
    completeUntil: () => Number.POSITIVE_INFINITY,
    hasMoved: async () => true,
    publish: () => {},
  });
});

const submit = () => desk.enqueue(bookCommand(service, credentials, STAY), monotonicNow());
const submitMany = () => Promise.allSettled(Array.from({ length: MANY }, submit));
async function bookings(): Promise<number> {
  const { ledgerId } = service.context.snapshot.findClient(credentials['x-client-id']!)!;
  const result = await service.context.pool.query(
    'select count(*)::int as count from bookings where ledger_id = $1',
    [ledgerId],
  );
  return result.rows[0].count;
}
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('in the middle of a batch, after some of its writes were sent,', () => {
  it('a desk that resigns finishes the batch, and decides nothing that waits', async () => {
    let late: Promise<unknown> = Promise.resolve();
    whenDecided = () => {
      late = submit();
      late.catch(() => {});
      desk.resign();
    };
    const outcomes = await submitMany();
    expect(outcomes).toMatchObject(times(MANY, { value: { status: 200 } }));
    await expect(late).rejects.toThrow(DeskMoved);
    expect(await bookings()).toBe(MANY);
  });

  it('a desk that breaks off executes nothing, and its commands go to the next desk', async () => {
    whenDecided = () => desk.breakOff();
    for (const outcome of await submitMany())
      expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(DeskMoved);
    expect(await bookings()).toBe(0);
  });

  it('a desk that is abandoned says that the outcome is unknown', async () => {
    let lost: string[] = [];
    whenDecided = () => {
      lost = desk.abandon();
    };
    const outcomes = await submitMany();
    expect(outcomes).toMatchObject(
      times(MANY, { value: { status: 503, body: expect.stringContaining('OUTCOME_UNKNOWN') } }),
    );
    expect(lost).toEqual([`${MANY} commands in progress: outcome unknown`]);
    await expect.poll(bookings).toBe(MANY);
  });

  it('a desk that stops waits until every caller has a response', async () => {
    let responded = 0;
    let respondedAtStop = 0;
    let stopped: Promise<void> = Promise.resolve();
    whenDecided = () => {
      stopped = desk.stop().then(() => {
        respondedAtStop = responded;
      });
    };
    await Promise.all(
      Array.from({ length: MANY }, () =>
        submit().then(() => {
          responded += 1;
        }),
      ),
    );
    await stopped;
    expect(respondedAtStop).toBe(MANY);
    expect(await bookings()).toBe(MANY);
  });
});
