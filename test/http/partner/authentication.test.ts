import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepHouse } from '../../../src/boot/housekeeping.ts';
import { hashApiKey, hashedKeyOf, makeApiKey } from '../../../src/domain/partners/api-key.ts';
import { insertKey } from '../../../src/domain/partners/partners.store.ts';
import { idOf } from '../../../src/kernel/ids.ts';
import { inTransaction } from '../../../src/platform/db/pool.ts';
import { createTestDatabase } from '../../support/database.ts';
import { freshCredentials, startTestService, type TestService } from '../../support/service.ts';
import { testSecrets } from '../../support/test-config.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

async function clientUuid(): Promise<string> {
  return service.context.snapshot.findClient(service.credentials['x-client-id']!)!.id;
}

async function addKey(changes: { expiresAt?: Date } = {}): Promise<string> {
  const key = makeApiKey('sandbox', randomBytes);
  await inTransaction(service.context.pool, 'read committed', async (tx) =>
    insertKey(tx, {
      clientId: idOf(await clientUuid()),
      ...hashedKeyOf(key, testSecrets.keyPepper),
      ...changes,
    }),
  );
  await service.context.feed.catchUp();
  return key;
}

async function change(sql: string, values: unknown[] = []): Promise<void> {
  await service.context.pool.query(sql, values);
  await service.context.feed.catchUp();
}

describe('authentication', () => {
  it('lets a valid pair in', async () => {
    expect((await service.call('GET', '/v1/hotels')).status).toBe(200);
  });

  it.each([
    [{ 'x-api-key': undefined }, 'missing header: X-Api-Key'],
    [{ 'x-client-id': undefined }, 'missing header: X-Client-Id'],
    [{ 'x-api-key': undefined, 'x-client-id': undefined }, 'missing header: X-Api-Key and X-Client-Id'],
    [{ 'x-api-key': 'ihc_test_nonsense' }, 'not valid for this client id'],
    [{ 'x-api-key': '' }, 'not valid for this client id'],
    [{ 'x-client-id': 'sandbox-contracts' }, 'not valid for this client id'],
    [{ 'x-client-id': 'nobody' }, 'not valid for this client id'],
    [{ 'x-api-key': makeApiKey('sandbox', randomBytes) }, 'not valid for this client id'],
    [{ 'x-api-key': makeApiKey('production', randomBytes) }, 'not valid for this client id'],
  ])('refuses %j', async (changes, message) => {
    const headers = Object.fromEntries(
      Object.entries({ ...service.credentials, ...changes }).filter(([, value]) => value !== undefined),
    ) as Record<string, string>;
    const response = await service.app.inject({ url: '/v1/hotels', headers });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({
      success: false,
      error: { code: 'INVALID_API_KEY', message: expect.stringContaining(message), retryable: false },
    });
  });

  it('returns 401 before it reads a body: a broken one makes no difference', async () => {
    const response = await service.app.inject({
      method: 'POST',
      url: '/v1/hotels',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    });
    expect(response.statusCode).toBe(405);
    const open = await service.app.inject({ url: '/v1/room-types' });
    expect(open.statusCode).toBe(401);
  });

  it('rotates keys with overlap: two at a time, never three', async () => {
    const second = await addKey();
    expect((await service.call('GET', '/v1/hotels')).status).toBe(200);
    expect((await service.call('GET', '/v1/hotels', { headers: { 'x-api-key': second } })).status).toBe(200);
    await expect(addKey()).rejects.toThrow('already has 2 active keys');
    await change('update api_keys set revoked_at = now() where hint = $1', [second.slice(-4)]);
    expect((await service.call('GET', '/v1/hotels', { headers: { 'x-api-key': second } })).status).toBe(401);
    expect((await service.call('GET', '/v1/hotels')).status).toBe(200);
  });

  it('refuses a key from the instant it expires', async () => {
    const expired = await addKey({ expiresAt: new Date(Date.now() - 1) });
    expect((await service.call('GET', '/v1/hotels', { headers: { 'x-api-key': expired } })).status).toBe(401);
    const living = await addKey({ expiresAt: new Date(Date.now() + 60_000) });
    expect((await service.call('GET', '/v1/hotels', { headers: { 'x-api-key': living } })).status).toBe(200);
  });

  it('refuses a suspended client with the same response as a wrong key, until it is resumed', async () => {
    const id = await clientUuid();
    const wrong = await service.call('GET', '/v1/hotels', {
      headers: { 'x-api-key': makeApiKey('sandbox', randomBytes) },
    });
    await change('update clients set suspended_at = now() where id = $1', [id]);
    const refused = await service.call('GET', '/v1/hotels');
    expect([refused.status, refused.body.error.code]).toEqual([401, 'INVALID_API_KEY']);
    expect(refused.body.error.message).toBe(wrong.body.error.message);
    await change('update clients set suspended_at = null where id = $1', [id]);
    expect((await service.call('GET', '/v1/hotels')).status).toBe(200);
  });

  it('stores no key, and records when one was last used', async () => {
    const key = service.credentials['x-api-key']!;
    await service.call('GET', '/v1/hotels');
    await keepHouse(service.context);
    const uses = await service.context.pool.query(
      `select u.last_used_at, k.hash from api_key_uses u join api_keys k on k.id = u.api_key_id where k.hint = $1`,
      [key.slice(-4)],
    );
    expect(Date.now() - uses.rows[0].last_used_at.getTime()).toBeLessThan(60_000);
    expect(uses.rows[0].hash.equals(hashApiKey(key, testSecrets.keyPepper))).toBe(true);
    const dump = await service.context.pool.query('select to_jsonb(k)::text as row from api_keys k');
    expect(dump.rows.some((row) => row.row.includes(key))).toBe(false);
  });
});

describe('contracts', () => {
  it('refuse an existing hotel outside the contract with 403 and an unknown one with 404', async () => {
    for (const path of [
      '/v1/hotels/ID',
      '/v1/room-types?hotelId=ID',
      '/v1/rates?hotelId=ID',
      '/v1/availability?hotelId=ID&roomTypeId=x',
    ]) {
      const outside = await service.call('GET', path.replace('ID', 'HTL-2026-0099'));
      expect([outside.status, outside.body.error.code]).toEqual([403, 'HOTEL_ACCESS_DENIED']);
      const unknown = await service.call('GET', path.replace('ID', 'HTL-2026-4242'));
      expect([unknown.status, unknown.body.error.code]).toEqual([404, 'HOTEL_NOT_FOUND']);
    }
  });

  it('count whole days in Baghdad and need VIEW to read', async () => {
    const own = await startTestService({ databaseUrl: service.databaseUrl });
    const id = own.context.snapshot.findHotel('HTL-2026-0002')!.id;
    const look = async () => (await own.call('GET', `/v1/hotels/${id}`)).status;
    const set = async (sql: string) => {
      await own.context.pool.query(`update contracts set ${sql} where hotel_id = $1`, [id]);
      await own.context.feed.catchUp();
      return look();
    };
    const day = "(clock_timestamp() at time zone 'Asia/Baghdad')::date";
    expect(await set(`valid_until = ${day}`)).toBe(200);
    expect(await set(`valid_until = ${day} - 1`)).toBe(403);
    expect(await set(`valid_until = null, valid_from = ${day} + 1`)).toBe(403);
    expect(await set(`valid_from = ${day}`)).toBe(200);
    expect(await set(`permissions = '{BOOK}'`)).toBe(403);
    expect(await set(`permissions = '{VIEW}'`)).toBe(200);
    const list = await own.call('GET', '/v1/hotels');
    expect(list.body.data.some((hotel: { id: string }) => hotel.id === id)).toBe(true);
    await own.close();
  });
});

describe('sandbox credentials', () => {
  it('work at once and have a ledger of their own', async () => {
    const response = await service.app.inject({ method: 'POST', url: '/v1/sandbox/credentials' });
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    const { client_id, api_key } = response.json().data;
    const hotels = await service.app.inject({
      url: '/v1/hotels',
      headers: { 'x-client-id': client_id, 'x-api-key': api_key },
    });
    expect(hotels.json().data.length).toBeGreaterThanOrEqual(12);
    const mine = service.context.snapshot.findClient(client_id)!.ledgerId;
    const other = service.context.snapshot.findClient(service.credentials['x-client-id']!)!.ledgerId;
    expect(new Set([1, mine, other]).size).toBe(3);
  });

  it('are limited by address', async () => {
    const own = await startTestService({ databaseUrl: service.databaseUrl });
    const ask = () => own.app.inject({ method: 'POST', url: '/v1/sandbox/credentials' });
    for (let count = 0; count < 10; count += 1) expect((await ask()).statusCode).toBe(200);
    expect((await ask()).statusCode).toBe(429);
    await own.close();
  });

  it('cost three rows', async () => {
    const count = async () =>
      (
        await service.context.pool.query(
          `select (select count(*) from clients) + (select count(*) from contracts) + (select count(*) from ledgers)
           + (select count(*) from api_keys) + (select count(*) from nights) + (select count(*) from night_counters) as n`,
        )
      ).rows[0].n;
    const before = Number(await count());
    await freshCredentials(service);
    expect(Number(await count())).toBe(before + 3);
  });
});

describe('production', () => {
  it('has no sandbox routes, accepts only live keys and refuses a sandbox database', async () => {
    const database = await createTestDatabase('empty');
    const config = { environment: 'production', keyPepper: testSecrets.keyPepper } as const;
    const production = await startTestService({ databaseUrl: database.url, config });
    const { pool, feed } = production.context;
    const credentials = await production.app.inject({ method: 'POST', url: '/v1/sandbox/credentials' });
    expect(credentials.json().error.code).toBe('ROUTE_NOT_FOUND');
    const url = '/supply/v1/sandbox/reservations/IHC-2027-AAAAAAAA/move';
    const move = await production.app.inject({ method: 'POST', url, payload: { checkIn: '2027-01-09' } });
    expect(move.json().error.code).toBe('ROUTE_NOT_FOUND');
    const [live, test] = [makeApiKey('production', randomBytes), makeApiKey('sandbox', randomBytes)];
    await inTransaction(pool, 'read committed', async (tx) => {
      const client = await tx.query(
        "insert into clients (client_id, name, ledger_id) values ('partner', 'Partner', 1) returning id",
      );
      for (const key of [live, test])
        await insertKey(tx, {
          clientId: client.rows[0].id,
          ...hashedKeyOf(key, testSecrets.keyPepper),
        });
    });
    await feed.catchUp();
    const look = (key: string) =>
      production.app.inject({ url: '/v1/hotels', headers: { 'x-client-id': 'partner', 'x-api-key': key } });
    expect((await look(live)).json()).toEqual({
      success: true,
      data: [],
      meta: { count: 0, next_cursor: null },
    });
    expect((await look(test)).statusCode).toBe(401);
    await production.close();
    await expect(startTestService({ databaseUrl: database.url })).rejects.toThrow(
      'belongs to the production environment',
    );
    await database.drop();
  });
});
