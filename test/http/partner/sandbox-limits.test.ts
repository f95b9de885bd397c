import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepHouse } from '../../../src/boot/housekeeping.ts';
import { inTransaction } from '../../../src/platform/db/pool.ts';
import { createCredentials } from '../../../src/sandbox/create-credentials.usecase.ts';
import { createHotelCredentials } from '../../../src/sandbox/create-hotel-credentials.usecase.ts';
import { CREDENTIAL_LIMITS, daysBefore, type TesterRole } from '../../../src/sandbox/credential-limits.ts';
import { findLongestIdle, listMade, recordMade } from '../../../src/sandbox/credentials-made.store.ts';
import { DEMO_CLIENT_ID } from '../../../src/sandbox/demo-client.store.ts';
import { freshHotel } from '../../support/private-hotel.ts';
import { freshCredentials, startTestService, type TestService } from '../../support/service.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ROLES = ['partner', 'hotel'] as const;
const CREATE = { partner: createCredentials, hotel: createHotelCredentials };

let service: TestService;
let shift = 0;
beforeAll(async () => {
  service = await startTestService({ clockShift: () => shift, housekeeping: false });
});
afterAll(() => service.end());

const query = (sql: string, values: unknown[] = []) => service.context.pool.query(sql, values);
const ask = (role: TesterRole, remoteAddress: string) =>
  service.app.inject({
    method: 'POST',
    url: '/v1/sandbox/credentials',
    remoteAddress,
    payload: { role },
  });

/** As if the address had made so many, an hour ago. */
async function makeEarlier(address: string, role: TesterRole, count: number): Promise<void> {
  await query(
    `insert into credentials_made (address, role, made_at)
     select $1, $2, $3::timestamptz - interval '1 hour' from generate_series(1, $4::int)`,
    [address, role, service.context.now(), count],
  );
}

describe.each(ROLES)('an address that makes credentials with role %s', (role) => {
  const { perAddress } = CREDENTIAL_LIMITS[role];

  it('may make so many in any 24 hours, and another address is not affected', async () => {
    const [own, other] = role === 'hotel' ? ['203.0.113.1', '203.0.113.2'] : ['203.0.113.3', '203.0.113.4'];
    await makeEarlier(own, role, perAddress - 1);
    expect((await ask(role, own)).statusCode).toBe(200);
    const refused = await ask(role, own);
    const wait = Number(refused.headers['retry-after']);
    expect([refused.statusCode, refused.json().error.code, refused.json().error.details]).toEqual([
      429,
      'RATE_LIMIT_EXCEEDED',
      { window: 'daily_credentials', limit: perAddress, retry_after: wait },
    ]);
    expect(wait).toBeGreaterThan(22 * 3_600);
    expect(wait).toBeLessThanOrEqual(23 * 3_600);
    expect((await ask(role, other)).statusCode).toBe(200);
    shift = (wait + 1) * 1_000;
    expect((await ask(role, own)).statusCode).toBe(200);
    shift = 0;
  });

  it('makes the last one once when it asks twice at the same time', async () => {
    const address = randomUUID();
    await makeEarlier(address, role, perAddress - 1);
    const outcomes = await Promise.all([1, 2].map(() => CREATE[role](service.context, address)));
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
  });

  it('control: without the lock, both would be made', async () => {
    const address = randomUUID();
    await makeEarlier(address, role, perAddress - 1);
    const { pool, now } = service.context;
    const since = daysBefore(now(), 1);
    let counted = 0;
    let bothHaveCounted = () => {};
    const whenBoth = new Promise<void>((resolve) => {
      bothHaveCounted = resolve;
    });
    await Promise.all(
      [1, 2].map(() =>
        inTransaction(pool, 'read committed', async (tx) => {
          const made = await listMade(tx, { address, role, since, limit: perAddress });
          counted += 1;
          if (counted === 2) bothHaveCounted();
          await whenBoth;
          if (made.length < perAddress) await recordMade(tx, address, role, now());
        }),
      ),
    );
    const { rowCount } = await query('select 1 from credentials_made where address = $1', [address]);
    expect(rowCount).toBe(perAddress + 1);
  });

  it('counts credentials that were deleted meanwhile', async () => {
    const address = randomUUID();
    const made = await CREATE[role](service.context, address);
    expect(made.ok).toBe(true);
    await makeEarlier(address, role, perAddress - 1);
    shift = 2 * 60 * MINUTE;
    await keepHouse(service.context);
    const again = await CREATE[role](service.context, address);
    shift = 0;
    expect(again).toMatchObject({ ok: false, code: 'RATE_LIMIT_EXCEEDED' });
  });
});

it('an address counts as its /64, and roles count apart', async () => {
  await makeEarlier('2001:db8:0:7::/64', 'hotel', CREDENTIAL_LIMITS.hotel.perAddress);
  expect((await ask('hotel', '2001:db8:0:7::1')).statusCode).toBe(429);
  expect((await ask('hotel', '2001:db8:0:7:ffff::2')).statusCode).toBe(429);
  expect((await ask('partner', '2001:db8:0:7::1')).statusCode).toBe(200);
  expect((await ask('hotel', '2001:db8:0:8::1')).statusCode).toBe(200);
});

describe.each(ROLES)('at the total of role %s', (role) => {
  const { total } = CREDENTIAL_LIMITS[role];
  const count = async () => {
    const testers =
      role === 'hotel'
        ? 'hotels where private_ledger_id is not null'
        : 'clients where contract_holder_id is not null';
    return (await query(`select count(*)::int as n from ${testers}`)).rows[0].n as number;
  };
  /** Ledgers of testers, all used at this moment. Returns them by age. */
  const fillUp = async (): Promise<number[]> => {
    const missing = total - (await count());
    const ledgers = await query(
      `with made as (insert into ledgers (last_used_at) select $2 from generate_series(1, $1::int) returning id)
       select id from made order by id`,
      [missing, service.context.now()],
    );
    const ids = ledgers.rows.map((row) => row.id as number);
    if (role === 'hotel')
      await query(
        `insert into hotels (private_ledger_id, public_id, name_en, name_ar, name_ckb, star_rating, city, governorate,
           currency, descriptions, address, phone, latitude, longitude)
         select id, 'HTL-8000-' || lpad(id::text, 4, '0'), 'x', 'x', 'x', 3, 'Erbil', 'Erbil', 'USD', '{}', '{}', '', 0, 0
         from unnest($1::int[]) id`,
        [ids],
      );
    else
      await query(
        `insert into clients (client_id, name, ledger_id, contract_holder_id)
         select 'filler-' || id, 'x', id, (select id from clients where client_id = 'sandbox-contracts')
         from unnest($1::int[]) id`,
        [ids],
      );
    // Those of other tests are in use too.
    await query('update ledgers set last_used_at = $1', [service.context.now()]);
    return ids;
  };
  const idleFor = (ledgerId: number, minutes: number) =>
    query('update ledgers set last_used_at = $1 where id = $2', [
      new Date(service.context.now().getTime() - minutes * MINUTE),
      ledgerId,
    ]);
  const exists = async (ledgerId: number) =>
    (await query('select 1 from ledgers where id = $1', [ledgerId])).rowCount === 1;
  const create = () => CREATE[role](service.context, randomUUID());

  it('the longest idle one is evicted, and none that somebody used in the last ten minutes', async () => {
    const [first, second, third, kept] = (await fillUp()) as [number, number, number, number];
    expect(await count()).toBe(total);
    expect(await create()).toMatchObject({
      ok: false,
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining(`has ${total}`),
    });
    await idleFor(first, 9);
    expect((await create()).ok).toBe(false);
    await idleFor(first, 20);
    await idleFor(second, 30);
    await idleFor(third, 25);
    expect((await create()).ok).toBe(true);
    expect(await Promise.all([first, second, third, kept].map(exists))).toEqual([true, false, true, true]);
    expect(await count()).toBe(total);
    const both = await Promise.all([create(), create()]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    expect(await Promise.all([first, third, kept].map(exists))).toEqual([false, false, true]);
    expect(await count()).toBe(total);
  });

  it('below it nobody is evicted', async () => {
    const { rows } = await query(
      role === 'hotel'
        ? `delete from hotels where public_id in (select max(public_id) from hotels where public_id like 'HTL-8000-%') returning 1`
        : `delete from clients where client_id in (select max(client_id) from clients where client_id like 'filler-%') returning 1`,
    );
    expect([rows.length, await count()]).toEqual([1, total - 1]);
    const idle = await query(
      role === 'hotel'
        ? `select private_ledger_id as id from hotels where public_id like 'HTL-8000-%' limit 1`
        : `select ledger_id as id from clients where client_id like 'filler-%' limit 1`,
    );
    await idleFor(idle.rows[0].id, 60);
    expect((await create()).ok).toBe(true);
    expect([await exists(idle.rows[0].id), await count()]).toEqual([true, total]);
    await query(
      role === 'hotel'
        ? "delete from hotels where public_id like 'HTL-8000-%'"
        : "delete from clients where client_id like 'filler-%'",
    );
  });
});

it('the demo client is never evicted', async () => {
  const { rows } = await query(
    `insert into clients (client_id, name, ledger_id, contract_holder_id)
     values ($1, 'x', 1, (select id from clients where client_id = 'sandbox-contracts'))
     on conflict (client_id) do update set name = 'x' returning ledger_id`,
    [DEMO_CLIENT_ID],
  );
  await query(`update ledgers set last_used_at = now() - interval '5 days' where id = $1`, [
    rows[0].ledger_id,
  ]);
  const found = await findLongestIdle(service.context.pool, 'partner', {
    usedBefore: service.context.now(),
    keptClientId: DEMO_CLIENT_ID,
    limit: 10_000,
  });
  expect(found).not.toContain(rows[0].ledger_id);
  expect(found.length).toBeGreaterThan(0);
});

describe('credentials that nobody has used', () => {
  const works = async (headers: Record<string, string>) => {
    await service.context.feed.catchUp();
    const client = service.context.snapshot.findClient(headers['x-client-id']!);
    return client !== null;
  };

  it('are deleted after an hour; those that were used once are kept', async () => {
    const unused = await freshCredentials(service);
    const unusedHotel = await freshHotel(service);
    const used = await freshCredentials(service);
    const usedHotel = await freshHotel(service);
    await service.call('GET', '/v1/hotels', { headers: used });
    await service.call('GET', '/supply/v1/hotels', { headers: usedHotel.supplier });
    const all = [unused, unusedHotel.partner, used, usedHotel.partner];
    const keepHouseAfter = async (minutes: number) => {
      shift = minutes * MINUTE;
      for (let round = 0; round < 5; round += 1) await keepHouse(service.context);
      shift = 0;
      return Promise.all(all.map(works));
    };
    expect(await keepHouseAfter(59)).toEqual([true, true, true, true]);
    expect(await keepHouseAfter(61)).toEqual([false, false, true, true]);
    const hotels = await query('select id from hotels where id = any($1)', [
      [unusedHotel.hotel.id, usedHotel.hotel.id],
    ]);
    expect(hotels.rows).toEqual([{ id: usedHotel.hotel.id }]);
  });

  it('count for their address for a day, and are forgotten then', async () => {
    const address = randomUUID();
    await makeEarlier(address, 'partner', 1);
    const made = async () =>
      (await query('select 1 from credentials_made where address = $1', [address])).rowCount;
    shift = DAY - 61 * MINUTE;
    await keepHouse(service.context);
    expect(await made()).toBe(1);
    shift = DAY - 59 * MINUTE;
    await keepHouse(service.context);
    shift = 0;
    expect(await made()).toBe(0);
  });
});
