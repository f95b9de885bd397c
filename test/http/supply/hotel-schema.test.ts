import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedService, type TestService } from '../../support/service.ts';

const EXAMPLE = resolve(fileURLToPath(import.meta.url), '../../../../docs/examples/hotel.json');

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.end());

describe('GET /schemas/hotel.json', () => {
  it('needs no credentials, and is not sent again to who has it', async () => {
    const first = await service.app.inject('/schemas/hotel.json');
    expect(first.statusCode).toBe(200);
    expect(first.headers['content-type']).toMatch(/^application\/schema\+json/);
    const again = await service.app.inject({
      url: '/schemas/hotel.json',
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('accepts the documented example and a list of it, by a validator of others', async () => {
    const schema = JSON.parse((await service.app.inject('/schemas/hotel.json')).body);
    expect(schema.$id).toBe(`${service.context.config.publicUrl}/schemas/hotel.json`);
    const validate = new Ajv().compile(schema);
    const hotel = JSON.parse(readFileSync(EXAMPLE, 'utf8'));
    expect(validate(hotel)).toBe(true);
    expect(validate({ hotels: [hotel, hotel] })).toBe(true);
    expect(validate({ ...hotel, starRating: 6 })).toBe(false);
    expect(validate({ ...hotel, stars: 5 })).toBe(false);
  });
});

describe('GET /cancellation-policies', () => {
  it('lists only active policies, while plans that name another one are still sold', async () => {
    const { pool, feed } = service.context;
    const before = (await service.call('GET', '/v1/cancellation-policies')).body.data;
    const { id, hotel_id: hotelId } = before[0];
    await pool.query('update cancellation_policies set active = false where id = $1', [id]);
    await feed.catchUp();
    const after = (await service.call('GET', '/v1/cancellation-policies')).body.data;
    expect(after).toEqual(before.filter((policy: { id: string }) => policy.id !== id));
    const { rows } = await pool.query(
      'select room_type_id from rate_plans where hotel_id = $1 and cancellation_policy_id = $2 limit 1',
      [hotelId, id],
    );
    const rates = await service.call(
      'GET',
      `/v1/rates?hotelId=${hotelId}&roomTypeId=${rows[0].room_type_id}`,
    );
    expect(
      rates.body.data.map((plan: { cancellation_policy_id: string }) => plan.cancellation_policy_id),
    ).toContain(id);
  });
});
