import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { type Ihc, ihcOn } from '../support/ihc-in-process.ts';
import { insertHotels, startProduction } from '../support/production.ts';
import type { TestService } from '../support/service.ts';
import { comesTrue } from '../support/until.ts';

const [ONE, TWO, THREE] = ['HTL-2026-1001', 'HTL-2026-1002', 'HTL-2026-1003'] as const;
let service: TestService;
let ihc: Ihc;
let end: () => Promise<void>;
let suppliers = 0;

beforeAll(async () => {
  const production = await startProduction();
  ({ service, end } = production);
  ihc = ihcOn(production.database.url);
  await insertHotels(service.context.pool, 1_001, 3, 1);
  await ihc('partner', 'create', 'acme', '--name', 'Acme');
  await ihc('supplier', 'create', 'fixed', '--name', 'Fixed', '--hotel', ONE);
});
afterAll(() => end());
beforeEach(() => service.context.pool.query('delete from operator_audit'));

const json = async (...parameters: string[]) => {
  const { code, data, said } = await ihc('--json', ...parameters);
  expect([parameters, code, said]).toEqual([parameters, 0, []]);
  return data;
};
async function newSupplier(...hotels: string[]): Promise<string> {
  suppliers += 1;
  const id = `pms-${suppliers}`;
  await json('supplier', 'create', id, '--name', 'PMS', ...hotels.flatMap((hotel) => ['--hotel', hotel]));
  return id;
}
const audit = async (subject: string) => {
  const { rows } = await service.context.pool.query(
    'select who, action, before, after from operator_audit where subject = $1 order by id',
    [subject],
  );
  return rows;
};

const changes = async () => {
  const { rows } = await service.context.pool.query('select count(*)::int as count from operator_audit');
  return rows[0].count;
};

describe('ihc supplier', () => {
  it('creates a supplier whose key works for its hotels within a second, and under /v1 nowhere', async () => {
    const id = await newSupplier(TWO, ONE, TWO);
    const { api_key: apiKey } = await json('key', 'issue', id);
    const headers = { 'x-client-id': id, 'x-api-key': apiKey };
    const hotels = async () => {
      const response = await service.app.inject({ url: '/supply/v1/hotels', headers });
      return response.statusCode === 200
        ? response.json().data.map((one: { public_id: string }) => one.public_id)
        : null;
    };
    const become = (expected: string[] | null) =>
      comesTrue(async () => JSON.stringify(await hotels()) === JSON.stringify(expected));
    expect(await become([ONE, TWO])).toBe(true);
    expect((await service.app.inject({ url: '/v1/hotels', headers })).statusCode).toBe(403);
    await json('supplier', 'hotels', id, '--add', THREE, '--remove', ONE, '--remove', TWO);
    expect(await become([THREE])).toBe(true);
    await json('supplier', 'suspend', id);
    expect(await become(null)).toBe(true);
    await json('supplier', 'resume', id);
    expect(await become([THREE])).toBe(true);
    const { ending } = await json('key', 'rotate', id, '--overlap', '0');
    expect(ending).toHaveLength(1);
    expect(await become(null)).toBe(true);
  });

  it('shows and lists suppliers, and partners see none of them', async () => {
    const id = await newSupplier(ONE);
    expect(await json('supplier', 'show', id)).toMatchObject({
      client_id: id,
      name: 'PMS',
      status: 'ACTIVE',
      limit_per_minute: null,
      hotels: [ONE],
      active_keys: 0,
      last_used_at: null,
    });
    const ids = (rows: { client_id: string }[]) => rows.map((row) => row.client_id);
    expect(ids(await json('supplier', 'list'))).toContain(id);
    expect(ids(await json('supplier', 'list'))).not.toContain('acme');
    expect(ids(await json('partner', 'list'))).toEqual(['acme']);
    const { out } = await ihc('supplier', 'show', id);
    expect(out).toMatch(
      new RegExp(`supplier +${id}\\n[\\s\\S]*hotels +1\\n[\\s\\S]*\\n\\nhotel +name\\n${ONE} +Hotel 1001`),
    );
    expect((await ihc('supplier', 'list')).out).toMatch(/supplier +name +status +limit +hotels +keys/);
    await json('key', 'issue', id);
    expect(ids(await json('key', 'list'))).toContain(id);
  });

  it('sets the limit of a supplier, which running nodes know within a second', async () => {
    const id = await newSupplier(ONE, TWO);
    const { api_key: apiKey } = await json('key', 'issue', id);
    const policy = async () =>
      (
        await service.app.inject({
          url: `/supply/v1/products?hotelId=${ONE}`,
          headers: { 'x-client-id': id, 'x-api-key': apiKey },
        })
      ).headers['ratelimit-policy'];
    await json('supplier', 'limit', id, '7');
    expect(
      await comesTrue(async () => (await policy()) === '"supply";q=7;w=60, "all_hotels";q=21;w=60'),
    ).toBe(true);
    expect((await json('supplier', 'limit', id, 'usual')).limit_per_minute).toBeNull();
  });

  it('audits each change, and a dry run changes nothing', async () => {
    const id = await newSupplier(ONE);
    await ihc('supplier', 'hotels', id, '--add', TWO, '--dry-run');
    await ihc('supplier', 'create', 'never', '--name', 'Never', '--hotel', ONE, '--dry-run');
    expect((await json('supplier', 'show', id)).hotels).toEqual([ONE]);
    expect((await ihc('supplier', 'show', 'never')).code).toBe(1);
    await json('supplier', 'hotels', id, '--add', ONE);
    await json('supplier', 'hotels', id, '--add', TWO);
    await json('supplier', 'limit', id, '90');
    const state = { suspended: false, limit_per_minute: null, hotels: [ONE] };
    const both = { ...state, hotels: [ONE, TWO] };
    expect(await audit(id)).toEqual([
      { who: 'tester', action: 'supplier create', before: null, after: { name: 'PMS', hotels: [ONE] } },
      { who: 'tester', action: 'supplier hotels', before: state, after: both },
      { who: 'tester', action: 'supplier limit', before: both, after: { ...both, limit_per_minute: 90 } },
    ]);
  });

  it('two operators at once: both additions stay', async () => {
    const id = await newSupplier(ONE);
    await Promise.all([TWO, THREE].map((hotel) => ihc('supplier', 'hotels', id, '--add', hotel)));
    expect((await json('supplier', 'show', id)).hotels).toEqual([ONE, TWO, THREE]);
  });

  const create = (id: string, ...more: string[]) => ['supplier', 'create', id, '--name', 'X', ...more];
  it.each([
    [create('acme', '--hotel', ONE), 1, 'client acme already exists'],
    [create('a', '--hotel', ONE), 1, 'client id "a": must have 3 to 64 characters'],
    [create('other', '--hotel', 'HTL-2026-9999'), 1, 'hotel HTL-2026-9999 does not exist'],
    [create('other', '--hotel', ONE, '--partner', 'acme'), 1, 'partner: only in sandbox'],
    [create('other'), 2, "required option '--hotel <id>' not specified"],
    [['supplier', 'show', 'acme'], 1, 'supplier acme does not exist: ihc supplier list'],
    [['supplier', 'suspend', 'acme'], 1, 'supplier acme does not exist'],
    [['supplier', 'hotels', 'fixed'], 1, 'hotels: give --add or --remove'],
    [['supplier', 'hotels', 'fixed', '--add', 'HTL-2026-9999'], 1, 'hotel HTL-2026-9999 does not exist'],
    [['supplier', 'hotels', 'fixed', '--remove', TWO], 1, `hotel ${TWO} is not a hotel of supplier fixed`],
    [['supplier', 'hotels', 'fixed', '--add', ONE, '--remove', ONE], 1, 'give --add or --remove, not both'],
    [['supplier', 'limit', 'fixed', '0'], 1, 'limit: must be a whole number from 1 to 100000'],
    [['supplier', 'limit', 'fixed', '100001'], 1, 'limit: must be a whole number from 1 to 100000'],
    [['partner', 'create', 'fixed', '--name', 'X'], 1, 'client fixed already exists'],
    [['partner', 'show', 'fixed'], 1, 'partner fixed does not exist'],
    [['partner', 'suspend', 'fixed'], 1, 'partner fixed does not exist'],
    [['partner', 'limit', 'fixed', '5'], 1, 'partner fixed does not exist'],
    [['contract', 'list', '--partner', 'fixed'], 1, 'partner fixed does not exist'],
    [
      [
        ...[
          'contract',
          'set',
          '--partner',
          'fixed',
          '--hotel',
          ONE,
          '--commission',
          '1',
          '--permissions',
          'view',
        ],
        ...['--collected-by', 'hotel', '--from', '2026-12-01'],
      ],
      1,
      'partner fixed does not exist',
    ],
  ] as [string[], number, string][])('%j is refused', async (parameters, code, problem) => {
    const response = await ihc(...parameters);
    expect(response.code).toBe(code);
    expect(response.said.join()).toContain(problem);
    expect(await changes()).toBe(0);
  });

  it('in a sandbox needs the partner whose bookings it reads', async () => {
    const database = await createTestDatabase();
    const sandbox = ihcOn(database.url, { environment: 'sandbox' });
    const make = (...more: string[]) =>
      sandbox('supplier', 'create', 'pms', '--name', 'PMS', '--hotel', 'HTL-2026-0001', ...more);
    expect((await make()).said).toEqual([expect.stringContaining('partner: give --partner')]);
    expect((await make('--partner', 'nobody')).said).toEqual([
      expect.stringContaining('partner nobody does not exist'),
    ]);
    expect((await sandbox('partner', 'create', 'shop', '--name', 'Shop')).code).toBe(0);
    expect((await make('--partner', 'shop')).code).toBe(0);
    await database.drop();
  });
});
