import { randomUUID } from 'node:crypto';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keepHouse } from '../../../src/boot/housekeeping.ts';
import type { Sending } from '../../../src/context.ts';
import { setSuspended } from '../../../src/domain/partners/operate-partners.store.ts';
import { type ClientId, type HotelId, idOf, ledgerIdOf } from '../../../src/kernel/ids.ts';
import type { Delivery } from '../../../src/outgoing/delivery/delivery.ts';
import { type ClientEvent, publicEventId } from '../../../src/outgoing/events/client-event.ts';
import { type EventSource, webhookSender } from '../../../src/outgoing/webhooks/send-to-webhook.usecase.ts';
import { inTransaction } from '../../../src/platform/db/pool.ts';
import { insertDeliveries, readDeliveries } from '../../support/deliveries.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { freshCredentials, startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let receiver: Receiver;
let clientId: ClientId;
let behaviour = '/ok';
let shift = 0;
beforeAll(async () => {
  receiver = await startReceiver({ behave: () => behaviour });
  service = await startTestService({
    deliveries: false,
    housekeeping: false,
    outbound: { ca: receiver.ca },
    clockShift: () => shift,
  });
  clientId = service.context.snapshot.findClient(service.credentials['x-client-id']!)!.id;
});
beforeEach(() => {
  receiver.received.splice(0);
  behaviour = '/ok';
  shift = 0;
});
afterAll(async () => {
  await service.end();
  await receiver.end();
});

const EVENT: ClientEvent = {
  clientId: idOf<ClientId>(''),
  number: 7,
  id: randomUUID(),
  at: 0,
  kind: 'hotel.updated',
  ledgerId: ledgerIdOf(1),
  hotelId: idOf<HotelId>(randomUUID()),
  event: null,
};
/** Stands for the events of the partner: only number 7 exists. */
const EVENTS: EventSource = {
  find: async (id, number) => (id === clientId && number === EVENT.number ? { ...EVENT, clientId } : null),
  write: ({ id, kind }) => JSON.stringify({ id: publicEventId(id), type: kind }),
};

let urls = 0;
async function createWebhook(): Promise<{ id: string; secret: string }> {
  urls += 1;
  const { data } = (await service.call('POST', '/v1/webhooks', { body: { url: receiver.url(`/${urls}`) } }))
    .body;
  return { id: data.webhook_id, secret: data.secret };
}
const remove = (id: string) => service.call('DELETE', `/v1/webhooks/${id}`);
const show = async (id: string) => (await service.call('GET', `/v1/webhooks/${id}`)).body.data;

const deliveryTo = (destination: string, changes: Partial<Delivery> = {}): Delivery => ({
  id: 1,
  channel: 'WEBHOOK',
  destination,
  kind: EVENT.kind,
  ledgerId: EVENT.ledgerId,
  hotelId: EVENT.hotelId,
  eventNumber: null,
  bookingId: null,
  clientId,
  clientEvent: EVENT.number,
  messageId: EVENT.id,
  isReminder: false,
  createdAt: 0,
  attempts: 1,
  ...changes,
});
const send = (delivery: Delivery, context: Sending = service.context) =>
  webhookSender(context, EVENTS)(delivery);

describe('the sender of webhooks', () => {
  it('sends the event, signed, and the partner sees the success', async () => {
    const { id, secret } = await createWebhook();
    expect(await send(deliveryTo(id))).toEqual({ kind: 'delivered' });
    const [{ body, headers }] = receiver.received as [Receiver['received'][number]];
    expect(headers['webhook-id']).toBe(publicEventId(EVENT.id));
    expect(new Verifier(secret).verify(body, headers)).toEqual({
      id: publicEventId(EVENT.id),
      type: 'hotel.updated',
    });
    const first = await show(id);
    expect([first.last_delivered_at, first.last_error]).toEqual([expect.any(String), null]);
    // A success within the same second is not written: that would be one more statement per delivery.
    await send(deliveryTo(id));
    expect(await show(id)).toEqual(first);
    shift = 1_500;
    await send(deliveryTo(id));
    expect((await show(id)).last_delivered_at > first.last_delivered_at).toBe(true);
    await remove(id);
  });

  it('a repeated attempt has the same id, and the time of its own', async () => {
    const { id } = await createWebhook();
    behaviour = '/status/500';
    await send(deliveryTo(id));
    shift = 60_000;
    await send(deliveryTo(id, { attempts: 2 }));
    const [one, two] = receiver.received.map(({ headers }) => headers);
    expect(two!['webhook-id']).toBe(one!['webhook-id']);
    expect(Number(two!['webhook-timestamp'])).toBeGreaterThanOrEqual(Number(one!['webhook-timestamp']) + 60);
    await remove(id);
  });

  it('says why an attempt has failed, to the deliverer and to the partner', async () => {
    const { id } = await createWebhook();
    behaviour = '/status/503';
    expect(await send(deliveryTo(id))).toEqual({ kind: 'failed', error: 'HTTP 503' });
    const { last_error, last_delivered_at } = await show(id);
    expect([last_error, last_delivered_at]).toEqual([{ at: expect.any(String), message: 'HTTP 503' }, null]);
    behaviour = '/ok';
    await send(deliveryTo(id));
    expect((await show(id)).last_error).toEqual(last_error);
    await remove(id);
  });

  it('skips what has nobody to get it any more', async () => {
    const { id } = await createWebhook();
    const gone = { kind: 'skipped', reason: 'the webhook was deleted, or its client is suspended' };
    expect(await send(deliveryTo(randomUUID()))).toEqual(gone);
    expect(await send(deliveryTo('not an id'))).toEqual(gone);
    const other = await freshCredentials(service);
    const otherId = service.context.snapshot.findClient(other['x-client-id']!)!.id;
    expect(await send(deliveryTo(id, { clientId: otherId }))).toEqual(gone);
    expect(await send(deliveryTo(id, { clientEvent: 8 }))).toEqual({
      kind: 'skipped',
      reason: 'the event was deleted',
    });
    await suspend(true);
    expect(await send(deliveryTo(id))).toEqual(gone);
    await suspend(false);
    expect(receiver.received).toEqual([]);
    expect(await send(deliveryTo(id))).toEqual({ kind: 'delivered' });
    await remove(id);
  });

  async function suspend(isSuspended: boolean): Promise<void> {
    const { pool, feed } = service.context;
    await inTransaction(pool, 'read committed', (tx) => setSuspended(tx, clientId, isSuspended));
    await feed.catchUp();
  }

  it('does not throw, and tells the partner nothing of our own faults', async () => {
    const { id } = await createWebhook();
    const pool = { query: () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3:5432')) };
    const broken = { ...service.context, pool: pool as unknown as Sending['pool'] };
    const failed = { kind: 'failed', error: 'the event could not be read' };
    expect(await send(deliveryTo(id), broken)).toEqual(failed);
    expect(await send(deliveryTo(id, { clientId: null }))).toEqual(failed);
    await remove(id);
  });

  it('a secret whose signing key is lost stops the webhook until its partner rotates it', async () => {
    const { id } = await createWebhook();
    await service.context.pool.query("update webhooks set sealed_with = 'lost' where id = $1", [id]);
    const error = 'the secret of this webhook cannot be read any more: rotate it';
    expect(await send(deliveryTo(id))).toEqual({ kind: 'failed', error });
    expect((await show(id)).last_error.message).toBe(error);
    const rotated = await service.call('POST', `/v1/webhooks/${id}/rotate-secret`);
    expect(await send(deliveryTo(id))).toEqual({ kind: 'delivered' });
    const [{ body, headers }] = receiver.received as [Receiver['received'][number]];
    expect(() => new Verifier(rotated.body.data.secret).verify(body, headers)).not.toThrow();
    await remove(id);
  });
});

describe('what belongs to a webhook', () => {
  it('pending deliveries are counted, and deleted with it. Others stay', async () => {
    const [one, two] = [await createWebhook(), await createWebhook()];
    const { pool } = service.context;
    const ids = await insertDeliveries(pool, [
      { destination: one.id },
      { destination: one.id },
      { destination: one.id },
      { destination: two.id },
      { destination: one.id, channel: 'HOTEL_MESSAGE' },
    ]);
    await pool.query(
      "update deliveries set state = 'DELIVERED', ended_at = clock_timestamp() where id = $1",
      [ids[0]],
    );
    expect([(await show(one.id)).pending, (await show(two.id)).pending]).toEqual([2, 1]);
    expect(
      (await service.call('GET', '/v1/webhooks')).body.data.map(
        ({ pending }: { pending: number }) => pending,
      ),
    ).toEqual([2, 1]);
    await remove(one.id);
    expect((await readDeliveries(pool, ids)).map((row) => row.id)).toEqual([ids[0], ids[3], ids[4]]);
    await remove(two.id);
  });

  it('a delivery that is being marked does not hold up the deletion', async () => {
    const { id } = await createWebhook();
    const { pool } = service.context;
    const [marked, free] = (await insertDeliveries(pool, [{ destination: id }, { destination: id }])) as [
      number,
      number,
    ];
    await inTransaction(pool, 'read committed', async (tx) => {
      await tx.query('select 1 from deliveries where id = $1 for update', [marked]);
      expect((await remove(id)).status).toBe(200);
    });
    expect((await readDeliveries(pool, [marked, free])).map((row) => row.id)).toEqual([marked]);
  });

  it('housekeeping forgets old secrets when their overlap is over', async () => {
    const { id } = await createWebhook();
    const old = async () =>
      (await service.context.pool.query('select old_secret from webhooks where id = $1', [id])).rows[0]
        .old_secret;
    await service.call('POST', `/v1/webhooks/${id}/rotate-secret`, { body: { overlapHours: 1 } });
    await keepHouse(service.context);
    expect(await old()).not.toBeNull();
    shift = 3_600_001;
    await keepHouse(service.context);
    expect(await old()).toBeNull();
    await remove(id);
  });
});
