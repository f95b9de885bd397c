import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST } from '../../support/stay.ts';

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startTestService({ outbound: { ca: receiver.ca } });
});
afterAll(async () => {
  await service.end();
  await receiver.end();
});

describe('from a booking to a webhook', () => {
  it('every change arrives, signed and in order, as GET /events shows it', async () => {
    const events = ['booking.confirmed', 'booking.cancelled'];
    const { data } = (await service.call('POST', '/v1/webhooks', { body: { url: receiver.url(), events } }))
      .body;
    const booked = await service.call('POST', '/v1/bookings', { body: { ...demoStay(), ...GUEST } });
    const { booking_id: bookingId } = booked.body.data;
    const modified = await service.call('POST', `/v1/bookings/${bookingId}/modify`, {
      body: { specialRequests: 'Late arrival' },
    });
    const cancelled = await service.call('POST', `/v1/bookings/${bookingId}/cancel`, { body: {} });
    expect([booked.status, modified.status, cancelled.status]).toEqual([200, 200, 200]);
    const requests = await receiver.has(2);
    const verified = requests.map(({ body, headers }) => new Verifier(data.secret).verify(body, headers));
    const page = (await service.call('GET', '/v1/events?wait=5')).body;
    // It has subscribed to two of the three.
    const wanted = page.data.filter(({ type }: { type: string }) => events.includes(type));
    expect(verified).toEqual(wanted);
    expect(wanted.map(({ type }: { type: string }) => type)).toEqual(events);
    expect(requests.map(({ headers }) => headers['webhook-id'])).toEqual(
      wanted.map(({ id }: { id: string }) => id),
    );
    await expect
      .poll(async () => (await service.call('GET', `/v1/webhooks/${data.webhook_id}`)).body.data)
      .toMatchObject({ pending: 0, last_delivered_at: expect.any(String), last_error: null });
  });
});
