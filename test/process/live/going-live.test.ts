import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayInBaghdad, formatDay, getDay } from '../../../src/kernel/day.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { type ChildService, spawnService } from '../../support/child-service.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { ihc, ihcJson, productionOf } from '../../support/ihc.ts';
import { secureCall } from '../../support/secure-call.ts';
import { comesTrue } from '../../support/until.ts';

/**
 * The first day of an operator, with the real commands and a real service: from an empty PostgreSQL to bookings with a
 * live key, over TLS 1.3. The steps build on each other.
 */
const EXAMPLES = resolve(fileURLToPath(import.meta.url), '../../../../docs/examples');
const HOTEL = 'HTL-2026-0101';
const today = dayInBaghdad(new Date());
const inDays = (days: number) => formatDay(addDays(today, days));

let database: TestDatabase;
let folder: string;
let service: ChildService;
let base: string;
let settings: Record<string, string>;
let key = '';
const [first, second, third] = [makeCertificate(), makeCertificate(), makeCertificate()];
/** The certificate that callers trust. */
let trusted = first.cert;
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
  database = await createTestDatabase('empty');
  settings = productionOf(database.url);
  folder = mkdtempSync(join(tmpdir(), 'ihc-live-'));
  install(first.cert, first.key);
});
afterAll(async () => {
  agent.destroy();
  service?.process.kill('SIGTERM');
  await service?.exited;
  await database.drop();
  rmSync(folder, { recursive: true });
});

const run = (...parameters: string[]) => ihcJson(settings, ...parameters);
const declined = async (...parameters: string[]) => {
  const { code, stderr } = await ihc(settings, ...parameters);
  return { code, lines: stderr.trim().split('\n') };
};

function install(cert: string, privateKey: string): void {
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), privateKey);
}

function call(method: string, path: string, body?: unknown, apiKey = key) {
  const headers = { 'x-client-id': 'acme', 'x-api-key': apiKey };
  return secureCall(`${base}${path}`, { method, headers, body, ca: trusted, agent });
}

/** A CSV file of the documentation, with its dates moved so that the first is in a week. */
function csv(name: string): string {
  const shift = today + 7 - getDay('2027-01-01');
  const text = readFileSync(join(EXAMPLES, name), 'utf8').replace(/20[0-9]{2}-[0-9]{2}-[0-9]{2}/g, (day) =>
    formatDay(addDays(getDay(day), shift)),
  );
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('the first day', () => {
  it('begins with an empty database: commands say what is missing', async () => {
    expect(await declined('partner', 'list')).toEqual({
      code: 2,
      lines: [expect.stringContaining('run ihc migrate')],
    });
    expect((await run('migrate')).applied.length).toBeGreaterThan(11);
    expect(await run('partner', 'list')).toEqual([]);
  });

  it('imports a hotel from the documented file, without a running node', async () => {
    const files = [
      join(EXAMPLES, 'hotel.json'),
      '--nights',
      csv('nights.csv'),
      '--prices',
      csv('prices.csv'),
    ];
    await run('hotel', 'import', ...files, '--dry-run');
    expect(await run('hotel', 'list')).toEqual([]);
    await run('hotel', 'import', ...files);
    expect((await run('hotel', 'list')).map((one: { public_id: string }) => one.public_id)).toEqual([HOTEL]);
  });

  it('creates a partner with a contract and a key', async () => {
    await run('partner', 'create', 'acme', '--name', 'Acme Travel');
    await run(
      ...['contract', 'set', '--partner', 'acme', '--hotel', HOTEL, '--commission', '12.5'],
      ...['--permissions', 'view,book', '--collected-by', 'hotel', '--from', inDays(0)],
    );
    const issued = await run('key', 'issue', 'acme');
    expect(issued.api_key).toMatch(/^ihc_live_[0-9A-Za-z]{38}$/);
    key = issued.api_key;
    const stored = JSON.stringify([await run('key', 'list', 'acme'), await run('audit')]);
    expect(stored).not.toContain(key);
  });

  it('sets rates, a season, an exchange rate and a tax', async () => {
    await run('exchange', 'set', '1310');
    await run('tax', 'set', '--hotel', HOTEL, '--tax', '5', '--service', '10');
    await run('rates', 'set', HOTEL, '--from', inDays(20), '--to', inDays(22), '--percent', '120');
    const season = ['--from', inDays(40), '--to', inDays(46), '--open', '--price', '160', '--min-stay', '3'];
    await run('season', 'set', 'Arbaeen', '--city', 'كربلاء', ...season);
    expect(await run('season', 'list')).toMatchObject([
      { hotel: HOTEL, name: 'Arbaeen', price_percent: 160 },
    ]);
  });

  it('starts the service: the partner searches, books, changes and cancels with the live key', async () => {
    service = spawnService({
      ...{ ...settings, LOG_LEVEL: 'info' },
      ...{ IHC_TLS_CERT_FILE: join(folder, 'cert.pem'), IHC_TLS_KEY_FILE: join(folder, 'key.pem') },
    });
    base = await service.ready;
    expect(base).toMatch(/^https:/);
    const [checkIn, checkOut] = [inDays(42), inDays(45)];
    const found = await call('POST', '/search', { destination: 'Karbala', checkIn, checkOut });
    expect([found.status, found.protocol, found.serial]).toEqual([200, 'TLSv1.3', first.serial]);
    const room = found.body.data[0].rooms[0];
    const stay = {
      hotelId: HOTEL,
      roomTypeId: room.room_type_id,
      ratePlanId: room.rate_plans[0].rate_plan_id,
      ...{ checkIn, checkOut },
    };
    const quote = await call('POST', '/price-check', stay);
    expect(quote.body.data.total).toBe(room.rate_plans[0].total);
    const guest = { guestName: 'زينب الكربلائي', guestPhone: '0770 123 4567' };
    const held = await call('POST', '/prebook', { ...stay, ...guest });
    expect(held.status).toBe(200);
    const booked = await call('POST', '/bookings', {
      ...{ ...stay, ...guest },
      prebookToken: held.body.data.prebook_token,
    });
    expect(booked.status).toBe(200);
    const { booking_id: id, voucher, price } = booked.body.data;
    expect(price.total).toBe(quote.body.data.total);
    const page = await secureCall(voucher.url, { ca: trusted });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(voucher.id)]);
    const modified = await call('POST', `/bookings/${id}/modify`, { checkOut: inDays(46) });
    expect(modified.body.data.nights).toBe(4);
    const cancelled = await call('POST', `/bookings/${id}/cancel`, { reason: 'test' });
    expect(cancelled.body.data.status).toBe('CANCELLED');
  });

  it('shows the nodes and the desk', async () => {
    const status = await run('status');
    expect(JSON.stringify(status)).toContain('production');
    expect((await ihc(settings, 'status')).code).toBe(0);
  });

  it('rotates and revokes keys while calls run, and no call with the new key fails', async () => {
    const statuses = new Map<string, number[]>();
    let isOver = false;
    const loop = async (apiKey: string) => {
      const seen: number[] = [];
      statuses.set(apiKey, seen);
      while (!isOver) {
        seen.push((await call('GET', '/hotels', undefined, apiKey)).status);
        await new Promise((next) => setTimeout(next, 40));
      }
    };
    // The usual limit would end the loops.
    await run('partner', 'limit', 'acme', '--looks', '100000', '--bookings', '100000');
    const old = key;
    const calls = [loop(old)];
    const { api_key: next } = await run('key', 'rotate', 'acme');
    expect(await comesTrue(async () => (await call('GET', '/hotels', undefined, next)).status === 200)).toBe(
      true,
    );
    calls.push(loop(next));
    expect(statuses.get(old)!.every((status) => status === 200)).toBe(true);
    await run('key', 'revoke', 'acme', old.slice(-4), '--yes');
    expect(await comesTrue(async () => statuses.get(old)!.includes(401))).toBe(true);
    isOver = true;
    await Promise.all(calls);
    expect(statuses.get(next)!.every((status) => status === 200)).toBe(true);
    expect(statuses.get(next)!.length).toBeGreaterThan(2);
    const [first, ...later] = [...new Set(statuses.get(old))];
    expect([first, later]).toEqual([200, [401]]);
    key = next;
  });

  it('renews the certificate while calls run, drops none of them, and refuses a wrong pair', async () => {
    const path = `${base}/hotels`;
    const headers = { 'x-client-id': 'acme', 'x-api-key': key };
    const kept = new Agent({ keepAlive: true, maxSockets: 1 });
    const seen: string[] = [];
    let isOver = false;
    const calls = (async () => {
      while (!isOver) {
        const { status, serial, localPort } = await secureCall(path, {
          ca: first.cert,
          headers,
          agent: kept,
        });
        seen.push(`${status} ${serial} ${localPort}`);
        await sleep(10);
      }
    })();
    const renew = async (cert: string, privateKey: string, message: string) => {
      const [lines, responded] = [service.output().split(message).length, seen.length];
      install(cert, privateKey);
      service.process.kill('SIGHUP');
      while (service.output().split(message).length === lines) await sleep(10);
      while (seen.length < responded + 3) await sleep(10);
    };
    const serialOfNew = async (ca: string) => (await secureCall(path, { ca, headers })).serial;
    // The connection must have begun with the first certificate.
    while (seen.length === 0) await sleep(10);
    await renew(second.cert, second.key, 'the TLS certificate was renewed');
    expect(await serialOfNew(second.cert)).toBe(second.serial);
    await renew(third.cert, second.key, 'the new TLS certificate was refused; the old one is kept');
    expect(await serialOfNew(second.cert)).toBe(second.serial);
    await renew(third.cert, third.key, 'the TLS certificate was renewed');
    expect(await serialOfNew(third.cert)).toBe(third.serial);
    isOver = true;
    await calls;
    // One connection, with the certificate that it began with.
    expect([...new Set(seen)]).toEqual([expect.stringMatching(new RegExp(`^200 ${first.serial} [0-9]+$`))]);
    kept.destroy();
    trusted = third.cert;
  });

  it('refuses a suspended partner within a second, and accepts it again', async () => {
    const status = async () => (await call('GET', '/hotels')).status;
    await run('partner', 'suspend', 'acme');
    expect(await comesTrue(async () => (await status()) === 401)).toBe(true);
    await run('partner', 'resume', 'acme');
    expect(await comesTrue(async () => (await status()) === 200)).toBe(true);
  });

  it('changes nights of a running node: visible within a second', async () => {
    const rates = await call('GET', `/room-types?hotelId=${HOTEL}`);
    const roomTypeId = rates.body.data.find((one: { code: string }) => one.code === 'DBL').id;
    const rooms = async () => {
      const path = `/availability?hotelId=${HOTEL}&roomTypeId=${roomTypeId}&startDate=${inDays(60)}&days=1`;
      return (await call('GET', path)).body.data[0].allotment;
    };
    await run(
      'inventory',
      'set',
      HOTEL,
      '--from',
      inDays(60),
      '--to',
      inDays(60),
      '--room-type',
      'DBL',
      '--allotment',
      '3',
    );
    expect(await comesTrue(async () => (await rooms()) === 3)).toBe(true);
  });

  it('responds to wrong use with one clear line, and changes nothing', async () => {
    const audited = (await run('audit', '--limit', '1000')).length;
    const day = inDays(60);
    expect(await declined('key', 'issue', 'nobody')).toEqual({
      code: 1,
      lines: ['ihc: client nobody does not exist: ihc partner list and ihc supplier list show all clients'],
    });
    for (const [parameters, code] of [
      [['rates', 'set', HOTEL, '--from', '2027-02-30', '--to', day, '--usual'], 2],
      [['inventory', 'set', 'HTL-2026-9999', '--from', day, '--to', day, '--allotment', '1'], 1],
      [['inventory', 'set', HOTEL, '--from', day, '--to', day, '--room-type', 'XXL', '--allotment', '1'], 1],
      [['season', 'set', 'X', '--hotel', HOTEL, '--from', day, '--to', inDays(531), '--open'], 1],
      [['hotel', 'import', join(folder, 'nothing.json')], 1],
    ] as [string[], number][]) {
      const response = await declined(...parameters);
      expect([parameters.join(' '), response.code]).toEqual([parameters.join(' '), code]);
      expect(response.lines).toEqual([expect.stringMatching(/^ihc: /)]);
    }
    const elsewhere = await ihc({ ...settings, IHC_ENVIRONMENT: 'sandbox' }, 'key', 'issue', 'acme');
    expect([elsewhere.code, elsewhere.stderr.trim().split('\n')]).toEqual([
      2,
      [expect.stringContaining('the database belongs to the production environment')],
    ]);
    const away = await ihc(
      { ...settings, DATABASE_URL: 'postgres://ihc@127.0.0.1:1/ihc' },
      'partner',
      'list',
    );
    expect([away.code, away.stderr.trim().split('\n')]).toEqual([
      2,
      [expect.stringContaining('database unreachable')],
    ]);
    expect((await run('audit', '--limit', '1000')).length).toBe(audited);
  });

  it('ends with a ledger that verifies, and an audit of every change', async () => {
    expect((await ihc(settings, 'verify')).code).toBe(0);
    const actions = (await run('audit', '--limit', '1000')).map((one: { action: string }) => one.action);
    for (const action of [
      ...['hotel import', 'partner create', 'contract set', 'key issue', 'key rotate', 'key revoke'],
      ...['exchange set', 'rates set', 'season set', 'inventory set', 'partner suspend', 'partner resume'],
    ])
      expect(actions).toContain(action);
  });
});
