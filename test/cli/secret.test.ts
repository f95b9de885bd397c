import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replaceSecrets } from '../../src/boot/housekeeping.ts';
import { fingerprintOf } from '../../src/kernel/fingerprint.ts';
import { resealSecrets } from '../../src/outgoing/webhooks/reseal-secrets.usecase.ts';
import { inTransaction } from '../../src/platform/db/pool.ts';
import type { Secrets } from '../../src/platform/secrets/accepted-secrets.ts';
import { type Ihc, ihcOn } from '../support/ihc-in-process.ts';
import { createOperatedDatabase, type OperatedDatabase } from '../support/operated-database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { testSecrets } from '../support/test-config.ts';
import { comesTrue } from '../support/until.ts';

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

type Value = 'old' | 'new' | 'newest';
const PEPPERS: Record<Value, string> = { old: OLD, new: NEW, newest: 'w'.repeat(32) };
const SIGNING_KEYS: Record<Value, string> = { old: OLD_KEY, new: NEW_KEY, newest: 'v'.repeat(32) };

/** The tests replace the pepper and the signing key together, step by step. */
function secretsOf(...order: Value[]): Secrets {
  const [keyPepper, ...otherKeyPeppers] = order.map((one) => PEPPERS[one]);
  const [signingKey, ...otherSigningKeys] = order.map((one) => SIGNING_KEYS[one]);
  return { keyPepper: keyPepper!, otherKeyPeppers, signingKey: signingKey!, otherSigningKeys };
}

async function startNode(...order: Value[]): Promise<TestService> {
  const secrets = secretsOf(...order);
  const config = { environment: 'production', ...secrets } as const;
  const node = await startTestService({ databaseUrl: database.url, config, secrets });
  running.add(node);
  await comesTrue(async () => {
    const { rows } = await database.pool.query('select count(*)::int as known from processes');
    return rows[0].known === running.size;
  });
  return node;
}

async function stop(node: TestService): Promise<void> {
  running.delete(node);
  await node.close();
}

function ihcWith(...order: Value[]): Ihc {
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

async function remembered(): Promise<string | null> {
  const { rows } = await database.pool.query(
    "select value #>> '{}' as value from deployment where key = 'pepper'",
  );
  return nameOf(rows[0]?.value ?? null);
}

async function waitingProcesses(): Promise<number> {
  return (await database.pool.query('select count(*)::int as count from processes')).rows[0].count;
}

function nameOf(fingerprint: string | null): string | null {
  if (fingerprint === fingerprintOf('pepper', OLD)) return 'old';
  return fingerprint === fingerprintOf('pepper', NEW) ? 'new' : fingerprint;
}

async function peppersOfKeys(): Promise<(string | null)[]> {
  const { rows } = await database.pool.query('select pepper from api_keys order by created_at');
  return rows.map(({ pepper }) => nameOf(pepper));
}

async function sealedWith(): Promise<string[]> {
  const { rows } = await database.pool.query('select sealed_with, old_sealed_with from webhooks');
  const name = (fingerprint: string) =>
    fingerprint === fingerprintOf('signing_key', OLD_KEY) ? 'old' : 'new';
  return rows.flatMap((row) => [name(row.sealed_with), name(row.old_sealed_with)]);
}

async function webhookCall(node: TestService, apiKey: string, path: string, payload = {}) {
  await node.context.feed.catchUp();
  const headers = { 'x-client-id': 'acme', 'x-api-key': apiKey };
  return (await node.app.inject({ method: 'POST', url: `/v1/webhooks${path}`, headers, payload })).json();
}

describe('replacing the pepper and the signing key while nodes run', () => {
  let first: TestService;
  let second: TestService;
  let keys: string[];
  let revoked: string;

  it('is refused while a running process does not know the new ones', async () => {
    first = await startNode('old');
    await database.ihc('partner', 'create', 'acme', '--name', 'Acme');
    keys = [await issue(database.ihc)];
    // As a key that was made before keys had the name of their pepper.
    await database.pool.query('update api_keys set pepper = null');
    await expect(startNode('new', 'old')).rejects.toThrow(
      /IHC_KEY_PEPPER begins with a new value that process \d+ on .* does not know: first restart every node/,
    );
    // A command uses the pepper that the others use, whichever it has first.
    keys.push(await issue(ihcWith('new', 'old')));
    for (const key of keys) expect(await statusOf(first, key)).toBe(200);
    expect(await peppersOfKeys()).toEqual([null, 'old']);
    const { data } = await webhookCall(first, keys[0]!, '', { url: 'https://example.com/hooks' });
    await webhookCall(first, keys[0]!, `/${data.webhook_id}/rotate-secret`);
    expect(await sealedWith()).toEqual(['old', 'old']);
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
    expect(await peppersOfKeys()).toEqual([null, 'old']);
  });

  it('step 2: one node after another begins with the new ones', async () => {
    await stop(second);
    second = await startNode('new', 'old');
    expect([first.context.desk.isReachable, second.context.desk.isReachable]).toEqual([true, true]);
    for (const key of keys)
      expect([await statusOf(first, key), await statusOf(second, key)]).toEqual([200, 200]);
    // As long as one node begins with the old ones, nothing is made with the new ones.
    await replaceSecrets(second.context);
    expect([await peppersOfKeys(), await remembered()]).toEqual([[null, 'old'], 'old']);
    expect(await sealedWith()).toEqual(['old', 'old']);
    await stop(first);
    first = await startNode('new', 'old');
    expect([await peppersOfKeys(), await remembered()]).toEqual([['old', 'old'], 'new']);
  });

  it('a node or a command that is a step behind changes nothing', async () => {
    const third = await startNode('old', 'new');
    expect(await remembered()).toBe('new');
    await ihcWith('old', 'new')('key', 'revoke', 'acme', keys[1]!.slice(-4), '--yes');
    revoked = keys[1]!;
    keys[1] = await issue(ihcWith('old', 'new'));
    expect([await peppersOfKeys(), await remembered()]).toEqual([['old', 'old', 'new'], 'new']);
    expect(await statusOf(third, keys[1])).toBe(200);
    await stop(third);
  });

  it('a key is hashed again when its partner calls a node that begins with the new pepper', async () => {
    const before = await ihcWith('new', 'old')('--json', 'secret', 'list');
    expect(before.data).toMatchObject([
      { secret: 'IHC_KEY_PEPPER', place: 1, makes_new: true, active_keys: 1, processes_accepting: 2 },
      { secret: 'IHC_KEY_PEPPER', place: 2, makes_new: false, active_keys: 1 },
      { secret: 'IHC_SIGNING_KEY', place: 1, makes_new: true, webhook_secrets: 0 },
      { secret: 'IHC_SIGNING_KEY', place: 2, makes_new: false, webhook_secrets: 2 },
    ]);
    expect(await statusOf(second, keys[0]!)).toBe(200);
    await replaceSecrets(second.context);
    expect(await sealedWith()).toEqual(['new', 'new']);
    // A node that is a step behind does not seal them with the old key again.
    const { pool, random } = second.context;
    await inTransaction(pool, 'read committed', (tx) => resealSecrets(tx, secretsOf('old', 'new'), random));
    expect(await sealedWith()).toEqual(['new', 'new']);
    // One of them was revoked after it had been recognised. It stays revoked.
    expect(await peppersOfKeys()).toEqual(['new', 'new', 'new']);
    expect([await statusOf(first, revoked), await statusOf(second, revoked)]).toEqual([401, 401]);
    for (const key of keys)
      expect([await statusOf(first, key), await statusOf(second, key)]).toEqual([200, 200]);
    expect(second.context.keyRehashes.list()).toEqual([]);
  });

  it('step 3: the old ones are removed when no key needs them', async () => {
    const { data } = await ihcWith('new', 'old')('--json', 'secret', 'list');
    expect(data[1]).toMatchObject({ secret: 'IHC_KEY_PEPPER', place: 2, active_keys: 0 });
    await stop(second);
    second = await startNode('new');
    expect([first.context.desk.isReachable, second.context.desk.isReachable]).toEqual([true, true]);
    for (const key of keys) expect(await statusOf(second, key)).toBe(200);
    await expect(startNode('old')).rejects.toThrow('IHC_KEY_PEPPER is not the one');
    expect(await waitingProcesses()).toBe(running.size);
    expect((await ihcWith('old')('partner', 'list')).said.join()).toContain('IHC_KEY_PEPPER is not the one');
  });
});

describe('two processes that do not see each other', () => {
  it('one that is loading is seen, so the other does not start with a secret that it does not know', async () => {
    for (const node of [...running]) await stop(node);
    const loading = startNode('new');
    await comesTrue(async () => (await waitingProcesses()) === 1);
    const { rows } = await database.pool.query('select starting from processes');
    expect(rows).toEqual([{ starting: expect.any(Boolean) }]);
    await expect(startNode('newest', 'new')).rejects.toThrow('does not know');
    await loading;
  });

  it('one that was paused while the others replaced a secret refuses requests until it is restarted', async () => {
    const [paused] = running;
    const other = fingerprintOf('pepper', 'z'.repeat(32));
    const remember = (value: string) =>
      database.pool.query("update deployment set value = to_jsonb($1::text) where key = 'pepper'", [value]);
    await remember(other);
    const health = async () => (await paused!.app.inject({ url: '/v1/health' })).json().status;
    await expect.poll(() => paused!.context.missingSecret).toBe('IHC_KEY_PEPPER');
    expect([await statusOf(paused!, 'ihc_live_x'), await health()]).toEqual([503, 'DEGRADED']);
    await remember(fingerprintOf('pepper', NEW));
    await expect.poll(() => paused!.context.missingSecret).toBe(null);
    expect([await statusOf(paused!, 'ihc_live_x'), await health()]).toEqual([401, 'OPERATIONAL']);
  });
});

describe('a secret that is lost', () => {
  it('is not forgotten while a process uses it, or may use it, and without a yes', async () => {
    const lost = ihcWith('old');
    await database.pool.query('update processes set accepts = null');
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
    expect(data.slice(2)).toMatchObject([
      { secret: 'IHC_SIGNING_KEY', place: 1, makes_new: true, webhook_secrets: 0 },
      { secret: 'IHC_SIGNING_KEY', place: null, makes_new: false, webhook_secrets: 2 },
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
