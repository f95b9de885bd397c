import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rehash } from '../../src/boot/housekeeping.ts';
import { fingerprintOf } from '../../src/kernel/fingerprint.ts';
import type { Secrets } from '../../src/secrets/accepted-secrets.ts';
import { type Ihc, ihcOn, withinASecond } from '../support/ihc-in-process.ts';
import { createOperatedDatabase, type OperatedDatabase } from '../support/operated-database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { testSecrets } from '../support/test-config.ts';

const [OLD, NEW] = [testSecrets.keyPepper, 'n'.repeat(32)];
const [OLD_KEY, NEW_KEY] = [testSecrets.signingKey, 'm'.repeat(32)];

let database: OperatedDatabase;
const running = new Set<TestService>();

beforeAll(async () => {
  database = await createOperatedDatabase();
});
afterAll(async () => {
  for (const node of running) await node.close();
  await database.end();
});

/** Both secrets are replaced in the same steps: the first is in the order of the setting. */
function secretsOf(...order: ('old' | 'new')[]): Secrets {
  const [keyPepper, ...otherKeyPeppers] = order.map((one) => (one === 'old' ? OLD : NEW));
  const [signingKey, ...otherSigningKeys] = order.map((one) => (one === 'old' ? OLD_KEY : NEW_KEY));
  return { keyPepper: keyPepper!, otherKeyPeppers, signingKey: signingKey!, otherSigningKeys };
}

async function startNode(...order: ('old' | 'new')[]): Promise<TestService> {
  const secrets = secretsOf(...order);
  const config = { environment: 'production', ...secrets } as const;
  const node = await startTestService({ databaseUrl: database.url, config, secrets });
  running.add(node);
  await withinASecond(async () => {
    const { rows } = await database.pool.query('select count(*)::int as known from processes');
    return rows[0].known === running.size;
  });
  return node;
}

async function stop(node: TestService): Promise<void> {
  running.delete(node);
  await node.close();
}

function ihcWith(...order: ('old' | 'new')[]): Ihc {
  return ihcOn(database.url, secretsOf(...order));
}

async function issue(ihc: Ihc): Promise<string> {
  return (await ihc('--json', 'key', 'issue', 'acme')).data.api_key;
}

async function statusOf(node: TestService, apiKey: string): Promise<number> {
  await node.context.feed.catchUp();
  const headers = { 'x-client-id': 'acme', 'x-api-key': apiKey };
  return (await node.app.inject({ url: '/v1/hotels', headers })).statusCode;
}

async function peppersOfKeys(): Promise<(string | null)[]> {
  const { rows } = await database.pool.query('select pepper from api_keys order by created_at');
  return rows.map(({ pepper }) =>
    pepper === fingerprintOf('pepper', OLD)
      ? 'old'
      : pepper === fingerprintOf('pepper', NEW)
        ? 'new'
        : pepper,
  );
}

describe('replacing the pepper and the signing key while nodes run', () => {
  let first: TestService;
  let second: TestService;
  let keys: string[];

  it('is refused while a running process does not know the new ones', async () => {
    first = await startNode('old');
    await database.ihc('partner', 'create', 'acme', '--name', 'Acme');
    keys = [await issue(database.ihc)];
    // As a key that was made before keys had the name of their pepper.
    await database.pool.query('update api_keys set pepper = null');
    await expect(startNode('new', 'old')).rejects.toThrow(
      /IHC_KEY_PEPPER begins with a new value that process \d+ on .* does not know: first restart every node/,
    );
    const { code, said } = await ihcWith('new', 'old')('key', 'issue', 'acme');
    expect([code, said]).toEqual([2, [expect.stringContaining('does not know')]]);
    expect(await statusOf(first, keys[0]!)).toBe(200);
  });

  it('step 1: every node accepts the new ones, and nodes reach each other', async () => {
    second = await startNode('old', 'new');
    const { data } = await ihcWith('old', 'new')('--json', 'secret', 'list');
    const accepted = data.map((one: Record<string, number>) => one.processes_accepting);
    expect([accepted, data[0].processes_running]).toEqual([[2, 1, 2, 1], 2]);
    expect([first.context.desk.isReachable, second.context.desk.isReachable]).toEqual([true, true]);
    await stop(first);
    first = await startNode('old', 'new');
    expect(await statusOf(first, keys[0]!)).toBe(200);
    expect(await peppersOfKeys()).toEqual([null]);
  });

  it('step 2: one node after another begins with the new ones', async () => {
    await stop(second);
    second = await startNode('new', 'old');
    expect([first.context.desk.isReachable, second.context.desk.isReachable]).toEqual([true, true]);
    keys.push(await issue(ihcWith('new', 'old')));
    expect(await peppersOfKeys()).toEqual(['old', 'new']);
    for (const key of keys)
      expect([await statusOf(first, key), await statusOf(second, key)]).toEqual([200, 200]);
  });

  it('a key is hashed again when its partner calls a node that begins with the new pepper', async () => {
    // The node that still begins with the old pepper leaves both as they are.
    await rehash(first.context);
    expect(await peppersOfKeys()).toEqual(['old', 'new']);
    const before = await ihcWith('new', 'old')('--json', 'secret', 'list');
    expect(before.data).toMatchObject([
      { secret: 'IHC_KEY_PEPPER', place: 1, makes_new: true, active_keys: 1, processes_accepting: 2 },
      { secret: 'IHC_KEY_PEPPER', place: 2, makes_new: false, active_keys: 1 },
      { secret: 'IHC_SIGNING_KEY', place: 1, makes_new: true },
      { secret: 'IHC_SIGNING_KEY', place: 2, makes_new: false },
    ]);
    await rehash(second.context);
    expect(await peppersOfKeys()).toEqual(['new', 'new']);
    for (const key of keys)
      expect([await statusOf(first, key), await statusOf(second, key)]).toEqual([200, 200]);
    expect(second.context.keyRehashes.list()).toEqual([]);
  });

  it('step 3: the old ones are removed when no key needs them', async () => {
    await stop(first);
    first = await startNode('new', 'old');
    const { data } = await ihcWith('new', 'old')('--json', 'secret', 'list');
    expect(data[1]).toMatchObject({ secret: 'IHC_KEY_PEPPER', place: 2, active_keys: 0 });
    await stop(second);
    second = await startNode('new');
    expect([first.context.desk.isReachable, second.context.desk.isReachable]).toEqual([true, true]);
    for (const key of keys) expect(await statusOf(second, key)).toBe(200);
    await expect(startNode('old')).rejects.toThrow('IHC_KEY_PEPPER is not the one');
    expect((await ihcWith('old')('partner', 'list')).said.join()).toContain('IHC_KEY_PEPPER is not the one');
  });
});

describe('a secret that is lost', () => {
  it('is not forgotten while a process uses it, and without a yes', async () => {
    const lost = ihcWith('old');
    const listed = await lost('secret', 'list');
    expect([listed.code, listed.out]).toEqual([0, expect.stringContaining('MISSING')]);
    expect((await lost('secret', 'forget', 'pepper')).code).toBe(1);
    const inUse = await lost('secret', 'forget', 'pepper', '--yes');
    expect([inUse.code, inUse.said.join()]).toEqual([1, expect.stringContaining('so it is not lost')]);
  });

  it('can be forgotten: a node with another one starts, and the keys of the lost pepper are listed', async () => {
    for (const node of [...running]) await stop(node);
    const lost = ihcWith('old');
    for (const name of ['pepper', 'signing-key'])
      expect((await lost('secret', 'forget', name, '--yes')).code).toBe(0);
    const again = await lost('secret', 'forget', 'pepper', '--yes');
    expect([again.code, again.said.join()]).toEqual([
      1,
      expect.stringContaining('remembers no IHC_KEY_PEPPER'),
    ]);
    await startNode('old');
    const { data } = await lost('--json', 'secret', 'list');
    expect(data.slice(0, 2)).toMatchObject([
      { place: 1, makes_new: true, active_keys: 0 },
      { place: null, makes_new: false, active_keys: 2 },
    ]);
    const { data: audited } = await lost('--json', 'audit', '--subject', 'IHC_KEY_PEPPER');
    expect(audited).toMatchObject([{ action: 'secret forget', who: 'tester', after: null }]);
  });

  it('a signing key that vouchers were not made with is refused at the start', async () => {
    const config = { environment: 'production', ...secretsOf('old'), signingKey: 'x'.repeat(32) } as const;
    await expect(startTestService({ databaseUrl: database.url, config })).rejects.toThrow(
      'IHC_SIGNING_KEY is not the one that vouchers of this database are signed with',
    );
  });
});

it('commands that only read work on a database that accepts no writes', async () => {
  const readOnly = await createOperatedDatabase();
  await readOnly.ihc('partner', 'create', 'acme', '--name', 'Acme');
  await readOnly.pool.query(
    `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
  );
  for (const command of [['audit'], ['partner', 'list'], ['secret', 'list'], ['verify']])
    expect([command, (await readOnly.ihc(...command)).code]).toEqual([command, 0]);
  expect((await readOnly.ihc('partner', 'suspend', 'acme')).said.join()).toContain('read-only');
  await readOnly.end();
});
