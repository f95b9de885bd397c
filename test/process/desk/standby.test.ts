import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listLost } from '../../../src/operations/recovery/list-lost.usecase.ts';
import { verify } from '../../../src/operations/verification/verify.usecase.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { prepareCluster, StandbyPair } from '../../support/standby.ts';
import { demoStay, GUEST } from '../../support/stay.ts';
import { until } from '../../support/until.ts';

let directory: string;
let pair: StandbyPair;
let service: TestService;
beforeAll(async () => {
  directory = await prepareCluster();
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));
beforeEach(async () => {
  pair = await StandbyPair.start(directory);
  service = await startTestService({ databaseUrl: pair.url });
});
afterEach(async () => {
  await service.close();
  await pair.end();
});

const stay = demoStay({ nights: 1 });
const book = (key: string) =>
  service.call('POST', '/v1/bookings', {
    headers: { 'idempotency-key': key },
    body: { ...stay, ...GUEST, channelReference: key },
  });
const bookingsStatus = async () => (await service.call('GET', '/v1/health')).body.bookings.status;

/** Ends or cancels the commit that waits for the standby, as a takeover or an operator does. */
async function disturbCommit(how: 'pg_terminate_backend' | 'pg_cancel_backend'): Promise<void> {
  const statement = `select ${how}(pid) from pg_stat_activity
    where datname = current_database() and wait_event = 'SyncRep' and application_name like 'ihc-desk-%'`;
  await until(async () => (await pair.onPrimary(statement)).rowCount! > 0);
}

async function stored(key: string): Promise<string[]> {
  const { rows } = await service.context.pool.query('select id from bookings where channel_reference = $1', [
    key,
  ]);
  return rows.map(({ id }) => id);
}

describe('an asynchronous standby that was behind becomes the primary', () => {
  it('bookings stop, and the lost ones are listed', async () => {
    expect((await book('kept')).status).toBe(200);
    await pair.catchUp();
    await pair.stopStandby();
    const told: string[] = [];
    for (const key of ['lost-1', 'lost-2']) {
      const response = await book(key);
      expect(response.status).toBe(200);
      told.push(response.body.data.booking_id);
    }
    await pair.failOver();
    await expect.poll(bookingsStatus, { interval: 20 }).toBe('HALTED');
    expect((await book('after')).body.error.code).toBe('BOOKINGS_HALTED');
    expect(await stored('kept')).toHaveLength(1);
    const lost = await listLost({ pool: service.context.pool }, []);
    expect(lost.map(({ booking }) => booking!.id)).toEqual(told);
  });
});

describe('a commit waits for the synchronous standby, which is gone', () => {
  it.each(['pg_terminate_backend', 'pg_cancel_backend'] as const)(
    'after %s, a failover loses nothing that a caller was told',
    async (how) => {
      await pair.beSynchronous();
      const kept = await book('kept');
      expect(kept.status).toBe(200);
      await pair.stopStandby();
      const first = book('waits');
      await disturbCommit(how);
      // Now the booking is committed on the primary only.
      expect(
        (await pair.onPrimary("select 1 from bookings where channel_reference = 'waits'")).rowCount,
      ).toBe(1);
      const told = await first;
      expect([told.status, told.body.error?.code]).toEqual([503, 'OUTCOME_UNKNOWN']);
      // A replay tells the same booking, so it waits too.
      const replay = book('waits');
      await pair.failOver();
      const repeated = await replay;
      // Nothing that the primary has confirmed is missing, so nothing is halted.
      await until(async () => (await bookingsStatus()) === 'UP');
      const final = repeated.status === 200 ? repeated : await book('waits');
      expect(final.status).toBe(200);
      expect(await stored('waits')).toEqual([final.body.data.booking_id]);
      expect(await stored('kept')).toEqual([kept.body.data.booking_id]);
      const lines: string[] = [];
      expect(await verify(service.context.pool, (line) => lines.push(line)), lines.join('\n')).toBe(0);
    },
  );
});
