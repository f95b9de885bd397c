import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { spawnService } from '../support/child-service.ts';
import { createTestDatabase } from '../support/database.ts';
import { startTestService } from '../support/service.ts';
import { inDays } from '../support/stay.ts';
import { testSecrets } from '../support/test-config.ts';

const DAYS = 500;
const POLL_MILLISECONDS = 5;

/** 14 days of another message, in the middle of what the killed one sets. */
const BETWEEN = { from: 200, to: 213 };

interface HotelCredentials {
  hotel: { public_id: string };
  supply: { client_id: string; api_key: string };
}

it('a message whose node is killed in the middle is completed when it is sent again, and no part is applied twice', async () => {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  const child = spawnService({
    DATABASE_URL: database.url,
    IHC_KEY_PEPPER: testSecrets.keyPepper,
    IHC_SIGNING_KEY: testSecrets.signingKey,
  });
  try {
    const base = await child.ready;
    const { data } = (await (
      await fetch(`${base}/sandbox/credentials`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"role":"hotel"}',
      })
    ).json()) as { data: HotelCredentials };
    const headers = { 'x-client-id': data.supply.client_id, 'x-api-key': data.supply.api_key };
    const message = largeMessage(data.hotel.public_id);
    const lost = fetch(`${base.replace('/v1', '/supply/v1')}/ari`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(message),
    }).then(
      () => 'responded',
      () => 'lost',
    );
    await partsDone(pool, 4);
    child.process.kill('SIGKILL');
    expect(await lost).toBe('lost');
    const done = await progress(pool);
    expect(done.is_complete).toBe(false);

    const next = await startTestService({ databaseUrl: database.url });
    try {
      const push = (body: object) => next.call('POST', '/supply/v1/ari', { headers, body });
      const other = { ref: 'other', roomType: 'DBL', from: inDays(BETWEEN.from), to: inDays(BETWEEN.to) };
      const between = { hotelId: message.hotelId, messageId: randomUUID() };
      await push({
        ...between,
        updates: [{ ...other, ratePlan: 'BB', set: { prices: { double: '70.00' } } }],
      });
      const repeated = await push(message);
      expect([repeated.status, repeated.body.data.status]).toEqual([200, 'APPLIED']);
      expect((await progress(pool)).parts_done).toBeGreaterThan(done.parts_done);
      const marks = await pool.query(
        `select version, message_id, count(*)::int as days from offer_marks where message_id is not null
         group by 1, 2 order by 3 desc`,
      );
      const days = marks.rows.reduce((sum, row) => sum + row.days, 0);
      expect(days).toBe(12 * DAYS);
      // The large message wrote each day once. The days of the other message were written twice: once by each message.
      for (const { version, days: count } of marks.rows)
        expect(version === 1 || (version === 2 && count === BETWEEN.to - BETWEEN.from + 1)).toBe(true);
      const again = await push(message);
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(again.body).toEqual(repeated.body);
    } finally {
      await next.close();
    }
  } finally {
    child.process.kill('SIGKILL');
    await child.exited;
    await pool.end();
    await database.drop();
  }
});

/** Every day of every plan of the private hotel: 6,000 days. */
function largeMessage(hotelId: string) {
  const plans = ['DBL', 'TRP', 'FAM', 'STE'].flatMap((roomType) =>
    ['BB', 'HB', 'RO'].map((ratePlan) => ({ roomType, ratePlan })),
  );
  const range = { from: inDays(0), to: inDays(DAYS - 1) };
  return {
    hotelId,
    messageId: randomUUID(),
    updates: plans.map((plan) => ({
      ref: `${plan.roomType} ${plan.ratePlan}`,
      ...plan,
      ...range,
      set: { prices: { single: '60.00', double: '80.00', extraAdult: '20.00', child: '10.00' }, minStay: 2 },
    })),
  };
}

async function progress(pool: pg.Pool): Promise<{ parts_done: number; is_complete: boolean }> {
  const result = await pool.query(
    'select parts_done, is_complete from supply_messages order by received_at limit 1',
  );
  return result.rows[0] ?? { parts_done: 0, is_complete: false };
}

async function partsDone(pool: pg.Pool, count: number): Promise<void> {
  while ((await progress(pool)).parts_done < count) await sleep(POLL_MILLISECONDS);
}
