import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ihc, ihcOn } from '../support/ihc-in-process.ts';
import { insertHotels, startProduction } from '../support/production.ts';
import type { TestService } from '../support/service.ts';
import { inDays } from '../support/stay.ts';
import { comesTrue } from '../support/until.ts';

const HEADER = 'partner,hotel,commission,permissions,collected_by,from,until';
let service: TestService;
let ihc: Ihc;
let end: () => Promise<void>;
let folder: string;
let files = 0;

beforeAll(async () => {
  const production = await startProduction();
  ({ service, end } = production);
  ihc = ihcOn(production.database.url);
  await insertHotels(service.context.pool, 1_001, 30, 1);
  for (const partner of ['acme', 'basra-tours']) await ihc('partner', 'create', partner, '--name', 'Partner');
  folder = await mkdtemp(join(tmpdir(), 'ihc-contracts-'));
});
afterAll(async () => {
  await end();
  await rm(folder, { recursive: true });
});
beforeEach(() => service.context.pool.query('delete from contracts; delete from operator_audit'));

const set = (changes: Record<string, string> = {}, ...more: string[]) => {
  const options = {
    ...{ partner: 'acme', hotel: 'HTL-2026-1001', commission: '12.5', permissions: 'view,book' },
    ...{ 'collected-by': 'partner', from: inDays(0), ...changes },
  };
  return ihc(
    'contract',
    'set',
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    ...more,
  );
};
function fileOf(...lines: string[]): string {
  files += 1;
  const file = join(folder, `${files}.csv`);
  writeFileSync(file, [HEADER, ...lines].join('\n'));
  return file;
}
const list = async (...more: string[]) => (await ihc('contract', 'list', '--json', ...more)).data;
async function audit() {
  const { rows } = await service.context.pool.query(
    'select who, action, subject, before, after from operator_audit order by id',
  );
  return rows;
}
async function seen(headers: Record<string, string>): Promise<number> {
  const response = await service.app.inject({ url: '/v1/hotels', headers });
  return response.json().meta.count;
}

describe('ihc contract set', () => {
  it('opens a hotel to a partner within a second, and ends it again', async () => {
    const key = (await ihc('key', 'issue', 'acme', '--json')).data;
    const headers = { 'x-client-id': 'acme', 'x-api-key': key.api_key };
    await service.context.feed.catchUp();
    expect(await seen(headers)).toBe(0);
    expect((await set()).code).toBe(0);
    expect(await comesTrue(async () => (await seen(headers)) === 1)).toBe(true);
    const ended = await ihc(
      ...['contract', 'end', '--partner', 'acme', '--hotel', 'HTL-2026-1001', '--on', inDays(-1)],
    );
    expect([ended.code, ended.said]).toEqual([1, [expect.stringContaining(`first day, ${inDays(0)}`)]]);
    await set({ from: inDays(-10) });
    await ihc('contract', 'end', '--partner', 'acme', '--hotel', 'HTL-2026-1001', '--on', inDays(-1));
    expect(await comesTrue(async () => (await seen(headers)) === 0)).toBe(true);
  });

  it('records who changed what, and nothing when nothing changes', async () => {
    await set();
    expect((await set({}, '--json')).data).toMatchObject([{ change: 'UNCHANGED' }]);
    await set({ commission: '0', permissions: 'view', 'collected-by': 'HOTEL', until: inDays(5) });
    const first = {
      ...{ hotel: 'HTL-2026-1001', commission_percent: 12.5, permissions: ['VIEW', 'BOOK'] },
      ...{ collected_by: 'PARTNER', valid_from: inDays(0), valid_until: null },
    };
    const second = {
      ...{ ...first, commission_percent: 0, permissions: ['VIEW'], collected_by: 'HOTEL' },
      valid_until: inDays(5),
    };
    expect(await audit()).toEqual([
      { who: 'tester', action: 'contract set', subject: 'acme', before: null, after: first },
      { who: 'tester', action: 'contract set', subject: 'acme', before: first, after: second },
    ]);
    expect(await list()).toMatchObject([{ partner: 'acme', ...second, state: 'IN_FORCE' }]);
  });

  it('understands a uuid, and names each option that is wrong or missing', async () => {
    const { id } = service.context.snapshot.findHotel('HTL-2026-1002')!;
    expect((await set({ hotel: id.toUpperCase() })).code).toBe(0);
    expect((await set({ hotel: 'htl-2026-1001' })).code).toBe(0);
    expect(await list('--hotel', id)).toHaveLength(1);
    const wrong = await set({ commission: '100.01', 'collected-by': 'guest', hotel: 'HTL-2026-9999' });
    expect(wrong.code).toBe(1);
    expect(wrong.said).toEqual([
      expect.stringContaining('--hotel: hotel HTL-2026-9999 does not exist'),
      expect.stringContaining('--commission: must be from 0 to 100 percent'),
      expect.stringContaining('--collected-by: must be partner or hotel'),
    ]);
    expect((await ihc('contract', 'set', '--partner', 'acme')).said).toEqual([
      'ihc: give --hotel, --commission, --permissions, --collected-by, --from, or --csv with a file',
    ]);
    expect((await set({ csv: 'x.csv' })).said.join()).toContain('either --csv or single options');
  });

  it.each([
    ['0', 0],
    ['100', 0],
    ['100.00', 0],
    ['100.01', 1],
    ['-1', 1],
  ])('commission %s ends with code %i', async (commission, code) => {
    expect((await set({ commission })).code).toBe(code);
    expect(await list()).toHaveLength(1 - code);
  });
});

describe('ihc contract set --csv', () => {
  const lines = (count: number) =>
    Array.from(
      { length: count },
      (_, index) => `acme,HTL-2026-${1_001 + index},${index},view book,partner,${inDays(0)},`,
    );

  it('sets many at once; the same file again changes nothing', async () => {
    const file = fileOf(...lines(30));
    const dry = await ihc('contract', 'set', '--csv', file, '--dry-run');
    expect([dry.code, dry.out.split('\n').at(-1)]).toEqual([0, '30 new, 0 changed, 0 unchanged']);
    expect(await list()).toEqual([]);
    expect((await ihc('contract', 'set', '--csv', file)).code).toBe(0);
    expect(await list()).toHaveLength(30);
    const again = await ihc('contract', 'set', '--csv', file);
    expect(again.out).toBe('0 new, 0 changed, 30 unchanged');
    expect(await audit()).toHaveLength(30);
  });

  it('writes nothing when one line is wrong, and names all that are', async () => {
    const file = fileOf(
      ...lines(5),
      `nobody,HTL-2026-1001,5,view,hotel,${inDays(0)},`,
      'acme,x,5,view,hotel,x,',
    );
    const { code, said } = await ihc('contract', 'set', '--csv', file);
    expect(code).toBe(1);
    expect(said).toEqual([
      expect.stringContaining('line 7, partner: partner nobody does not exist'),
      expect.stringContaining('line 8, hotel: hotel x does not exist'),
      expect.stringContaining('line 8, from: must be a valid date'),
    ]);
    expect([await list(), await audit()]).toEqual([[], []]);
    expect((await ihc('contract', 'set', '--csv', join(folder, 'no.csv'))).said).toEqual([
      expect.stringContaining('no.csv: cannot be read'),
    ]);
  });

  it('twice at once, in opposite orders: both succeed, and each change is recorded once', async () => {
    const acme = lines(20);
    const basra = acme.map((line) => line.replace('acme', 'basra-tours'));
    const other = fileOf(...[...acme, ...basra].reverse());
    const one = fileOf(...acme, ...basra);
    const codes = await Promise.all(
      [one, other, one, other].map(async (file) => (await ihc('contract', 'set', '--csv', file)).code),
    );
    expect(codes).toEqual([0, 0, 0, 0]);
    expect(await list()).toHaveLength(40);
    expect(await audit()).toHaveLength(40);
  });

  it('two different terms at once: one follows the other, and the audit tells the order', async () => {
    await Promise.all(['1', '2', '3', '4'].map((commission) => set({ commission })));
    const recorded = await audit();
    expect(recorded).toHaveLength(4);
    for (const [index, change] of recorded.entries())
      expect(change.before).toEqual(index === 0 ? null : recorded[index - 1].after);
    expect(await list()).toMatchObject([recorded.at(-1).after]);
  });
});

describe('ihc contract end', () => {
  const endContract = (...more: string[]) =>
    ihc('contract', 'end', '--partner', 'acme', '--hotel', 'HTL-2026-1001', ...more);

  it('is today by default, once', async () => {
    await set();
    expect((await endContract('--json')).data).toMatchObject({ valid_until: inDays(0) });
    expect((await endContract()).code).toBe(0);
    expect((await audit()).map(({ action }) => action)).toEqual(['contract set', 'contract end']);
    expect(await list()).toMatchObject([{ state: 'IN_FORCE' }]);
  });

  it('is not before the first day, and does not extend', async () => {
    await set({ from: inDays(3) });
    expect((await endContract()).said).toEqual([expect.stringContaining(`first day, ${inDays(3)}`)]);
    expect((await endContract('--on', inDays(3))).code).toBe(0);
    expect((await endContract('--on', inDays(4))).said.join()).toContain(`already ends on ${inDays(3)}`);
  });

  it('names what does not exist', async () => {
    expect((await endContract()).said).toEqual([
      'ihc: partner acme has no contract with hotel HTL-2026-1001',
    ]);
    const none = await ihc('contract', 'end', '--partner', 'nobody', '--hotel', 'nowhere');
    expect([none.code, none.said.length]).toEqual([1, 2]);
  });
});
