import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AriCommand, Command } from '../../../src/domain/booking/command.ts';
import { pruneMessages } from '../../../src/domain/offers/ari/write-ari.store.ts';
import { inTransaction } from '../../../src/platform/db/pool.ts';
import { type Pushes, pushesOf, type UpdateBody } from '../../support/ari.ts';
import { bookCommand } from '../../support/book-command.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { findDifferences } from '../../support/snapshot-truth.ts';
import { demoStay } from '../../support/stay.ts';

/** What the desk of the first node has decided, and what waits before it decides. */
const decided: Command[] = [];
let beforeDecision: (command: Command) => void = () => {};

let service: TestService;
let other: TestService;
let supplier: Pushes;
beforeAll(async () => {
  const onDecided = (command: Command) => {
    beforeDecision(command);
    decided.push(command);
  };
  service = await startTestService({ desk: { onDecided } });
  other = await startTestService({ databaseUrl: service.databaseUrl, housekeeping: false });
  supplier = await pushesOf(service);
  await other.context.feed.catchUp();
});
afterAll(async () => {
  await other.close();
  await service.end();
});

const everyRoom = (set: object): UpdateBody[] =>
  ['SGL', 'DBL', 'TRP'].map((roomType) => ({ ref: roomType, roomType, from: 0, to: 530, set }));

async function ownMark(day: number) {
  const { version, message_id } = await supplier.inForce(day);
  return [version, message_id];
}

describe('the same message', () => {
  it('a hundred times at once, on two nodes, is applied once, and every response is the same', async () => {
    const send = (messageId: string, index: number) =>
      supplier.push(
        [
          { from: 30, set: { allotment: 4 } },
          { roomType: 'none', set: { allotment: 1 } },
        ],
        { messageId },
        index % 2 === 0 ? service : other,
      );
    const responses = await Promise.all(Array.from({ length: 100 }, (_, index) => send('same', index)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(responses.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    expect(await ownMark(30)).toEqual([1, 'same']);
  });

  it('control: with ids of their own, each of them is applied', async () => {
    for (const allotment of [1, 2, 3]) await supplier.push([{ from: 31, set: { allotment } }]);
    const [version] = await ownMark(31);
    expect(version).toBe(3);
  });

  it('with another body is refused, and changes nothing', async () => {
    await supplier.push([{ from: 32, set: { allotment: 4 } }], { messageId: 'fixed' });
    const refused = await supplier.push([{ from: 32, set: { allotment: 5 } }], { messageId: 'fixed' });
    expect([refused.status, refused.body.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect((await supplier.inForce(32)).allotment).toBe(4);
    const ofOther = await (await pushesOf(service)).push([{ from: 32, set: { allotment: 5 } }], {
      messageId: 'fixed',
    });
    expect([ofOther.status, (await supplier.inForce(32)).allotment]).toEqual([200, 5]);
  });

  it('gets the same response after its products and days have changed', async () => {
    const messageId = randomUUID();
    const updates = [
      { from: 33, set: { allotment: 4 } },
      { from: -1, to: 2, set: { ctd: false } },
      { roomType: 'later', set: { allotment: 1 } },
    ];
    const first = await supplier.push(updates, { messageId });
    const { pool, feed } = service.context;
    await pool.query("update room_types set code = 'later' where id = $1", [
      demoStay({ room: 'TRP' }).roomTypeId,
    ]);
    await feed.catchUp();
    const again = await supplier.push(updates, { messageId });
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    await pool.query("update room_types set code = 'TRP' where code = 'later'");
    await feed.catchUp();
  });
});

it('a message is kept for seven days', async () => {
  const { pool } = service.context;
  await supplier.push([{ from: 34, set: { allotment: 4 } }], { messageId: 'kept' });
  const found = await pool.query("select received_at from supply_messages where message_id = 'kept'");
  const sevenDaysLater = found.rows[0].received_at.getTime() + 7 * 86_400_000;
  const pruned = async (now: number) => {
    await inTransaction(pool, 'read committed', (tx) => pruneMessages(tx, 5_000, new Date(now), 7));
    return (await pool.query("select 1 from supply_messages where message_id = 'kept'")).rowCount;
  };
  expect([await pruned(sevenDaysLater), await pruned(sevenDaysLater + 1)]).toEqual([1, 0]);
});

describe('a message of several parts', () => {
  it('lets bookings pass between its parts, and begins after those that came before it', async () => {
    decided.length = 0;
    const submit = (from: number) =>
      service.context.submit(bookCommand(service, service.credentials, demoStay({ from, nights: 1 })));
    const before = submit(200);
    const message = supplier.push(everyRoom({ ctd: true }));
    // A booking that arrives while the first part is decided.
    let between: Promise<unknown> | null = null;
    beforeDecision = ({ kind }) => {
      if (kind === 'ari') between ??= submit(201);
    };
    await Promise.all([before, message]);
    beforeDecision = () => {};
    await between;
    const kinds = decided.map(({ kind }) => kind);
    const parts = kinds.filter((kind) => kind === 'ari').length;
    expect(parts).toBeGreaterThan(5);
    expect(kinds.slice(0, 2)).toEqual(['book', 'ari']);
    // Not always before the second part: it first waits until the other node has sent what it read before.
    const passed = kinds.indexOf('book', 2);
    expect([passed > 1, passed < parts]).toEqual([true, true]);
    expect(kinds).toHaveLength(parts + 2);
  });

  it('ends before the next message begins', async () => {
    decided.length = 0;
    await Promise.all([
      supplier.push(everyRoom({ cta: true }), { messageId: 'one' }),
      supplier.push(everyRoom({ cta: false }), { messageId: 'two' }),
    ]);
    const ids = decided.map((command) => (command as AriCommand).message.messageId);
    const [first, second] = [ids[0]!, ids.at(-1)!];
    expect(ids.length).toBeGreaterThan(10);
    expect(ids).toEqual([...ids.filter((id) => id === first), ...ids.filter((id) => id === second)]);
    expect(first).not.toBe(second);
    expect((await supplier.inForce(100)).cta).toBe(second === 'one');
  });

  it('that was interrupted continues where it stopped, also with another message in between', async () => {
    const messageId = 'interrupted';
    let parts = 0;
    beforeDecision = ({ kind }) => {
      parts += kind === 'ari' ? 1 : 0;
      if (parts === 3) throw new Error('interrupted by the test');
    };
    const set = { minStay: 2 };
    const broken = await supplier.push([...everyRoom(set), { roomType: 'later', set }], { messageId });
    beforeDecision = () => {};
    expect(broken.status).toBe(500);
    const inForce = async () =>
      Promise.all(
        ['SGL', 'DBL', 'TRP'].map(async (room) => (await supplier.inForce(40, undefined, room)).min_stay),
      );
    expect((await inForce()).sort()).toEqual([1, 2, 2]);
    await supplier.push([{ roomType: 'SGL', from: 40, set: { minStay: 3 } }]);
    decided.length = 0;
    const repeated = await supplier.push(
      [...everyRoom(set), { roomType: 'later', set }],
      { messageId },
      service,
    );
    expect(repeated.status).toBe(200);
    expect(repeated.body.data.results.map((one: { status: string }) => one.status)).toEqual([
      ...['APPLIED', 'APPLIED', 'APPLIED', 'REJECTED'],
    ]);
    expect(decided).toHaveLength(1);
    expect(await inForce()).toEqual([3, 2, 2]);
    const again = await supplier.push([...everyRoom(set), { roomType: 'later', set }], { messageId });
    expect(again.body).toEqual(repeated.body);
  });

  it('goes on at the next desk when its desk stops, and is in the memory of every node', async () => {
    let parts = 0;
    let closing: Promise<unknown> | null = null;
    beforeDecision = ({ kind }) => {
      parts += kind === 'ari' ? 1 : 0;
      if (parts === 2) closing ??= service.context.desk.handOver('any process');
    };
    const response = await supplier.push(everyRoom({ blocked: 1 }), {}, other);
    beforeDecision = () => {};
    await closing;
    expect([response.status, response.body.data?.status]).toEqual([200, 'APPLIED']);
    expect(parts).toBeLessThan(3);
    for (const room of ['SGL', 'DBL', 'TRP'])
      expect((await supplier.inForce(300, undefined, room)).blocked).toBe(1);
    await Promise.all([service.context.feed.catchUp(), other.context.feed.catchUp()]);
    for (const { context } of [service, other])
      expect(await findDifferences(context.pool, context.snapshot)).toEqual([]);
  });
});
