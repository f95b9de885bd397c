import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receptionToken } from '../../../src/outgoing/hotel-notices/reception-link.ts';
import { insertNotices } from '../../support/reception.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST, inDays } from '../../support/stay.ts';

const HOTEL = 'HTL-2026-0006';
const [KEY, OLD_KEY] = ['n'.repeat(32), 'o'.repeat(32)];

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    deliveries: false,
    secrets: { keyPepper: 'p'.repeat(32), otherKeyPeppers: [], signingKey: KEY, otherSigningKeys: [OLD_KEY] },
  });
});
afterAll(() => service?.end());

async function book(): Promise<{ id: string; token: (key?: string) => string }> {
  const body = { ...demoStay({ hotel: HOTEL, board: 'RO' }), ...GUEST };
  const id = (await service.call('POST', '/v1/bookings', { body })).body.data.booking_id;
  await insertNotices(service.context, id);
  const { rows } = await service.context.pool.query('select hotel_id from events where booking_id = $1', [
    id,
  ]);
  const link = { hotelId: rows[0].hotel_id, bookingId: id } as never;
  return { id, token: (key = KEY) => receptionToken(link, key) };
}
const open = (token: string, lang = 'en') =>
  service.app.inject({ method: 'GET', url: `/front-desk/${token}?lang=${lang}` });
const confirm = (token: string, payload: string, type = 'application/x-www-form-urlencoded') =>
  service.app.inject({
    method: 'POST',
    url: `/front-desk/${token}?lang=ar`,
    headers: { 'content-type': type },
    payload,
  });
async function acknowledged(id: string): Promise<boolean[]> {
  const { rows } = await service.context.pool.query(
    'select acknowledged_at from front_desk_notices where booking_id = $1 order by revision',
    [id],
  );
  return rows.map((row) => row.acknowledged_at !== null);
}

describe('the page of a reception', () => {
  it('changes nothing when it is opened, by whatever method scanners use', async () => {
    const { id, token } = await book();
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await service.app.inject({ method, url: `/front-desk/${token()}` });
      expect(response.statusCode).toBe(200);
    }
    expect(await acknowledged(id)).toEqual([false]);
  });

  it('has the headers of a voucher, and may send its form only to itself', async () => {
    const { token } = await book();
    const { headers, body } = await open(token());
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringContaining("form-action 'self'"),
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body).not.toContain('<script');
    // What the voucher does not show, this page does not show either.
    expect(body).not.toContain('770 123 4567');
  });

  it('acknowledges with its button, once, and says when', async () => {
    const { id, token } = await book();
    const { statusCode, headers } = await confirm(token(), 'revision=1');
    expect([statusCode, headers.location]).toEqual([303, `${token()}?lang=ar`]);
    expect(await acknowledged(id)).toEqual([true]);
    const read = async () =>
      (
        await service.context.pool.query(
          'select acknowledged_at from front_desk_notices where booking_id = $1',
          [id],
        )
      ).rows[0].acknowledged_at.getTime();
    const at = await read();
    await confirm(token(), 'revision=1');
    expect(await read()).toBe(at);
    const { body } = await open(token());
    expect(body).toContain('Receipt confirmed');
    expect(body).not.toContain('<form');
  });

  it('acknowledges what it showed, and not a revision that came meanwhile', async () => {
    const { id, token } = await book();
    const change = { checkOut: inDays(33) };
    expect((await service.call('POST', `/v1/bookings/${id}/modify`, { body: change })).status).toBe(200);
    await insertNotices(service.context, id);
    await confirm(token(), 'revision=1');
    expect(await acknowledged(id)).toEqual([true, false]);
    const { body } = await open(token());
    expect(body).toContain('has changed since your last confirmation');
    expect(body).toContain('name="revision" value="2"');
    await confirm(token(), 'revision=2');
    expect(await acknowledged(id)).toEqual([true, true]);
  });

  it('works for a cancelled booking, and acknowledges all before it', async () => {
    const { id, token } = await book();
    expect((await service.call('POST', `/v1/bookings/${id}/cancel`)).status).toBe(200);
    await insertNotices(service.context, id);
    expect((await open(token())).body).toContain('BOOKING CANCELLED');
    await confirm(token(), 'revision=2');
    expect(await acknowledged(id)).toEqual([true, true]);
  });

  it('opens with every signing key that is accepted, and with no other', async () => {
    const { token } = await book();
    expect((await open(token(OLD_KEY))).statusCode).toBe(200);
    for (const wrong of [token('x'.repeat(32)), token().slice(1), 'nothing']) {
      const { statusCode, body } = await open(wrong, 'ckb');
      expect([statusCode, body.includes('There is no such booking')]).toEqual([404, true]);
      expect((await confirm(wrong, 'revision=1')).statusCode).toBe(404);
    }
  });

  it('refuses forms that it has not written', async () => {
    const { id, token } = await book();
    for (const form of ['', 'revision=', 'revision=0', 'revision=-1', 'revision=1e3', 'revision=1234567890'])
      expect([form, (await confirm(token(), form)).statusCode]).toEqual([form, 404]);
    expect((await confirm(token(), 'revision=1', 'text/plain')).statusCode).toBe(415);
    expect((await confirm(token(), `revision=1&x=${'x'.repeat(2_000)}`)).statusCode).toBe(413);
    expect(await acknowledged(id)).toEqual([false]);
  });
});
