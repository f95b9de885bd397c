import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StartRefused } from '../../src/kernel/start-refused.ts';
import { type Ihc, ihcOn } from '../support/ihc-in-process.ts';
import { createOperatedDatabase } from '../support/operated-database.ts';
import { startProduction } from '../support/production.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { inDays } from '../support/stay.ts';
import { comesTrue } from '../support/until.ts';

let service: TestService;
let ihc: Ihc;
let end: () => Promise<void>;
let pool: pg.Pool;
let partners = 0;

beforeAll(async () => {
  const production = await startProduction();
  ({ service, end } = production);
  ihc = ihcOn(production.database.url);
  pool = service.context.pool;
});
afterAll(() => end());

async function newPartner(): Promise<string> {
  partners += 1;
  const id = `partner-${partners}`;
  expect((await ihc('partner', 'create', id, '--name', 'Partner')).code).toBe(0);
  return id;
}

async function issue(partner: string, ...more: string[]) {
  const { code, data, said } = await ihc('key', 'issue', partner, '--json', ...more);
  expect([code, said]).toEqual([0, []]);
  return data;
}

async function statusOf(partner: string, apiKey: string): Promise<number> {
  const headers = { 'x-client-id': partner, 'x-api-key': apiKey };
  return (await service.app.inject({ url: '/v1/hotels', headers })).statusCode;
}
const becomes = (partner: string, apiKey: string, status: number) =>
  comesTrue(async () => (await statusOf(partner, apiKey)) === status);

async function activeKeys(partner: string): Promise<number> {
  const { data } = await ihc('key', 'list', partner, '--json');
  return data.filter((key: { state: string }) => ['ACTIVE', 'EXPIRING'].includes(key.state)).length;
}

async function audit(partner: string) {
  const { rows } = await pool.query(
    "select who, action, before, after from operator_audit where subject = $1 and action like 'key%' order by id",
    [partner],
  );
  return rows;
}

describe('ihc key issue', () => {
  it('shows the key once, alone on its line, and it works within a second', async () => {
    const partner = await newPartner();
    const { code, out, said } = await ihc('key', 'issue', partner);
    expect([code, said]).toEqual([0, []]);
    expect(out).toContain('This key is shown once');
    const [apiKey, ...others] = out.split('\n').filter((line) => /^ihc_live_[0-9A-Za-z]{38}$/.test(line));
    expect(others).toEqual([]);
    expect(await becomes(partner, apiKey!, 200)).toBe(true);
    const everything = await pool.query(
      `select (select string_agg(to_jsonb(k)::text, '') from api_keys k) as keys,
         (select string_agg(to_jsonb(a)::text, '') from operator_audit a) as audit`,
    );
    for (const text of Object.values(everything.rows[0])) expect(text).not.toContain(apiKey);
    expect((await ihc('key', 'list', partner)).out).not.toContain(apiKey);
    expect(await audit(partner)).toEqual([
      {
        who: 'tester',
        action: 'key issue',
        before: null,
        after: { key_id: expect.any(String), hint: apiKey!.slice(-4), expires_at: null },
      },
    ]);
  });

  it('gives two keys, and never a third', async () => {
    const partner = await newPartner();
    await Promise.allSettled([1, 2, 3, 4].map(() => ihc('key', 'issue', partner)));
    expect(await activeKeys(partner)).toBe(2);
    const third = await ihc('key', 'issue', partner);
    expect(third.code).toBe(1);
    expect(third.said).toEqual([expect.stringContaining('already has 2 active keys: revoke one first')]);
    expect(await audit(partner)).toHaveLength(2);
  });

  it('ends a key after its last day in Baghdad, which is today at the earliest', async () => {
    const partner = await newPartner();
    const today = await issue(partner, '--expires', inDays(0));
    expect(today).toMatchObject({
      state: 'EXPIRING',
      expires_at: new Date(`${inDays(1)}T00:00:00+03:00`).toISOString(),
    });
    const yesterday = await ihc('key', 'issue', partner, '--expires', inDays(-1));
    expect([yesterday.code, yesterday.said]).toEqual([
      1,
      [expect.stringContaining(`must not be before today, ${inDays(0)}`)],
    ]);
    expect((await ihc('key', 'issue', partner, '--expires', '2027-02-30')).code).toBe(2);
  });

  it('is for a suspended partner too; the key works when the partner is resumed', async () => {
    const partner = await newPartner();
    await ihc('partner', 'suspend', partner);
    const { api_key: apiKey } = await issue(partner);
    await service.context.feed.catchUp();
    expect(await statusOf(partner, apiKey)).toBe(401);
    await ihc('partner', 'resume', partner);
    expect(await becomes(partner, apiKey, 200)).toBe(true);
    await ihc('partner', 'suspend', partner);
    expect(await becomes(partner, apiKey, 401)).toBe(true);
  });

  it('names an unknown partner', async () => {
    for (const command of [
      ['issue', 'nobody'],
      ['list', 'nobody'],
      ['rotate', 'nobody'],
      ['revoke', 'nobody', 'abcd', '--yes'],
    ]) {
      const { code, said } = await ihc('key', ...command);
      expect([code, said]).toEqual([1, [expect.stringContaining('client nobody does not exist')]]);
    }
  });
});

describe('ihc key rotate', () => {
  it('gives a new key, and the old one works until the overlap ends', async () => {
    const partner = await newPartner();
    const old = await issue(partner);
    const { data } = await ihc('key', 'rotate', partner, '--json');
    expect(await becomes(partner, data.api_key, 200)).toBe(true);
    expect(await statusOf(partner, old.api_key)).toBe(200);
    const [ending] = data.ending;
    expect(ending).toMatchObject({ key_id: old.key_id, state: 'EXPIRING' });
    const hours = (Date.parse(ending.expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24.1);
    expect(await audit(partner)).toHaveLength(3);
  });

  it('without an overlap refuses the old key within a second', async () => {
    const partner = await newPartner();
    const old = await issue(partner);
    expect(await becomes(partner, old.api_key, 200)).toBe(true);
    const { data } = await ihc('key', 'rotate', partner, '--overlap', '0', '--json');
    expect(await becomes(partner, old.api_key, 401)).toBe(true);
    expect(await statusOf(partner, data.api_key)).toBe(200);
    expect(await activeKeys(partner)).toBe(1);
  });

  it('does not extend a key that ends earlier', async () => {
    const partner = await newPartner();
    const old = await issue(partner, '--expires', inDays(1));
    const { data } = await ihc('key', 'rotate', partner, '--overlap', '90d', '--json');
    expect(data.ending).toEqual([]);
    const keys = (await ihc('key', 'list', partner, '--json')).data;
    expect(keys[0]).toMatchObject({ key_id: old.key_id, expires_at: old.expires_at });
  });

  it.each([
    ['90d', 0, ''],
    ['129600m', 0, ''],
    ['129601m', 1, 'must be from 0 to 90 days'],
    ['2161h', 1, 'must be from 0 to 90 days'],
    ['1w', 2, 'must be 0 or a duration'],
    ['-1h', 2, ''],
    ['', 2, 'must be 0 or a duration'],
  ])('overlap %j ends with code %i', async (overlap, expected, words) => {
    const partner = await newPartner();
    await issue(partner);
    const { code, said } = await ihc('key', 'rotate', partner, '--overlap', overlap);
    expect(code).toBe(expected);
    expect(said.join()).toContain(words);
    expect(await activeKeys(partner)).toBe(expected === 0 ? 2 : 1);
  });

  it('changes nothing in a dry run', async () => {
    const partner = await newPartner();
    const { key_id } = await issue(partner);
    const { out, said } = await ihc('key', 'rotate', partner, '--dry-run');
    expect(out).not.toContain('ihc_live_');
    expect(said).toEqual(['This was a dry run: nothing was changed.']);
    const keys = (await ihc('key', 'list', partner, '--json')).data;
    expect(keys).toMatchObject([{ key_id, state: 'ACTIVE' }]);
    expect(await audit(partner)).toHaveLength(1);
  });

  it('is declined without a key, and with two', async () => {
    const partner = await newPartner();
    expect((await ihc('key', 'rotate', partner)).said.join()).toContain('has no active key to rotate');
    await issue(partner);
    await issue(partner);
    const { code, said } = await ihc('key', 'rotate', partner);
    expect([code, said.join()]).toEqual([1, expect.stringContaining('revoke one first')]);
  });

  it('twice at once: one wins, and never three keys work', async () => {
    for (let round = 0; round < 5; round += 1) {
      const partner = await newPartner();
      await issue(partner);
      const codes = await Promise.all([1, 2].map(async () => (await ihc('key', 'rotate', partner)).code));
      expect(codes.sort()).toEqual([0, 1]);
      expect(await activeKeys(partner)).toBe(2);
    }
  });
});

describe('ihc key revoke', () => {
  it('refuses the key within a second, and again changes nothing', async () => {
    const partner = await newPartner();
    const key = await issue(partner);
    const other = await issue(partner);
    expect(await becomes(partner, key.api_key, 200)).toBe(true);
    const revoked = await ihc('key', 'revoke', partner, key.hint, '--yes', '--json');
    expect([revoked.code, revoked.data.state]).toEqual([0, 'REVOKED']);
    expect(await becomes(partner, key.api_key, 401)).toBe(true);
    expect(await statusOf(partner, other.api_key)).toBe(200);
    const again = await ihc('key', 'revoke', partner, key.key_id, '--json');
    expect([again.code, again.data]).toEqual([0, revoked.data]);
    expect(await audit(partner)).toHaveLength(3);
  });

  it('asks first, and does nothing without a yes', async () => {
    const partner = await newPartner();
    const key = await issue(partner);
    const alone = await ihc('key', 'revoke', partner, key.hint);
    expect([alone.code, alone.said.join()]).toEqual([1, expect.stringContaining('add --yes to confirm')]);
    const no = await ihcOn(service.databaseUrl, {}, 'n')('key', 'revoke', partner, key.hint);
    expect([no.code, no.said.at(-1)]).toEqual([1, 'ihc: not confirmed: nothing was changed']);
    expect(await activeKeys(partner)).toBe(1);
    const yes = await ihcOn(service.databaseUrl, {}, 'y')('key', 'revoke', partner, key.hint);
    expect(yes.code).toBe(0);
    expect(await activeKeys(partner)).toBe(0);
  });

  it('names a key that the partner does not have', async () => {
    const partner = await newPartner();
    const other = await issue(await newPartner());
    const { code, said } = await ihc('key', 'revoke', partner, other.key_id, '--yes');
    expect([code, said.join()]).toEqual([1, expect.stringContaining(`has no key "${other.key_id}"`)]);
  });
});

describe('the pepper of a production database', () => {
  const another = { keyPepper: 'q'.repeat(32) };

  it('is that of the first start: a command with another one is refused with one line', async () => {
    const { code, said } = await ihcOn(service.databaseUrl, another)('partner', 'list');
    expect(code).toBe(2);
    expect(said).toEqual([expect.stringMatching(/^ihc: IHC_KEY_PEPPER is not the one.*$/)]);
    expect((await ihc('partner', 'list')).code).toBe(0);
  });

  it('is that of the first start: a service with another one is refused', async () => {
    const start = startTestService({
      databaseUrl: service.databaseUrl,
      config: { environment: 'production', ...another },
    });
    await expect(start).rejects.toThrow(StartRefused);
    await expect(start).rejects.toThrow('IHC_KEY_PEPPER');
  });

  it('is not decided by a command that makes no key', async () => {
    const database = await createOperatedDatabase();
    const mistyped = ihcOn(database.url, another);
    expect((await mistyped('partner', 'create', 'acme', '--name', 'Acme')).code).toBe(0);
    expect((await database.ihc('key', 'issue', 'acme')).code).toBe(0);
    expect(await mistyped('key', 'issue', 'acme')).toMatchObject({
      code: 2,
      said: [expect.stringContaining('IHC_KEY_PEPPER is not the one')],
    });
    await database.end();
  });

  it('is not stored', async () => {
    const { rows } = await pool.query("select value from deployment where key = 'pepper'");
    expect(rows).toEqual([{ value: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  });
});
