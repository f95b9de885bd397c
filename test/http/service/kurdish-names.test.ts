import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HotelWithPage, hotelWithPage } from '../../support/hotel-page.ts';
import { type BookedStay, bookStay, openNights, readBooking } from '../../support/reception-page.ts';
import { startTestService, type TestService } from '../../support/service.ts';

/** Two nodes on one database: the first one writes, and the second one reads. */
let writer: TestService;
let reader: TestService;
let page: HotelWithPage;
let booked: BookedStay;
beforeAll(async () => {
  writer = await startTestService({ housekeeping: false });
  reader = await startTestService({ databaseUrl: writer.databaseUrl, housekeeping: false });
  page = await hotelWithPage(writer);
  await openNights(writer, page);
  booked = await bookStay(writer, page, { from: 20 });
});
afterAll(async () => {
  await reader.end();
  await writer.end();
});

/** Changes the three names of the booked hotel, room type and rate plan. */
async function setNames(ckb: { address: string | null; room: string | null; plan: string | null }) {
  const { pool } = writer.context;
  const { hotel } = page;
  await pool.query('update hotels set address_ckb = $2 where id = $1', [hotel.id, ckb.address]);
  await pool.query("update room_types set name_ckb = $2 where hotel_id = $1 and code = 'DBL'", [
    hotel.id,
    ckb.room,
  ]);
  await pool.query("update rate_plans set name_ckb = $2 where hotel_id = $1 and code = 'BB'", [
    hotel.id,
    ckb.plan,
  ]);
  await writer.context.feed.catchUp();
  await reader.context.feed.catchUp();
}

const ofCode = (list: { code: string }[], code: string) => list.find((one) => one.code === code)!;
async function read(path: string, headers = page.partner) {
  const { status, body } = await reader.call('GET', path, { headers });
  expect([path, status]).toEqual([path, 200]);
  return body.data;
}
const html = async (language: string) => {
  const { pathname, search } = new URL(booked.voucherUrl);
  return (await reader.app.inject({ url: `${pathname}${search}&lang=${language}` })).body;
};

/** Everything that names the hotel's address, the room type or the rate plan, as the second node shows it. */
async function shownNames() {
  const query = `hotelId=${page.hotel.publicId}`;
  const room = ofCode(await read(`/v1/room-types?${query}`), 'DBL') as { id: string; code: string };
  const rates = await read(`/v1/rates?${query}`);
  const plan = rates.find(
    (one: { code: string; room_type_id: string }) => one.code === 'BB' && one.room_type_id === room.id,
  );
  const product = ofCode(await read(`/supply/v1/products?${query}`, page.supplier), 'DBL') as never;
  const booking = await read(`/v1/bookings/${booked.id}`);
  const [event] = await read(`/supply/v1/reservations?${query}`, page.supplier);
  const calendar = await page.manager.call('GET', '/calendar');
  const cell = ofCode(calendar.body.data.rooms, 'DBL') as never;
  return {
    address: [(await read(`/v1/hotels/${page.hotel.id}`)).address, booking.hotel.address],
    room: [
      ...[room, product, booking.room_type, event.reservation.room_type],
      ...[cell, (await readBooking(page.reception, booked.id)).booking.room_type],
    ],
    plan: [
      ...[plan, ofCode((product as { rate_plans: [] }).rate_plans, 'BB')],
      ...[booking.rate_plan, event.reservation.rate_plan, ofCode((cell as { plans: [] }).plans, 'BB')],
    ],
  };
}

describe('Kurdish names of the address, the room type and the rate plan', () => {
  it('are in every response of another node as soon as they change, also for old bookings', async () => {
    await setNames({ address: 'شەقامی تاقی، هەولێر', room: 'ژووری تاقی', plan: 'پلانی تاقی' });
    const { address, room, plan } = await shownNames();
    expect(address).toMatchObject(Array(2).fill({ ckb: 'شەقامی تاقی، هەولێر' }));
    expect(room).toMatchObject(Array(6).fill({ name_en: expect.any(String), name_ckb: 'ژووری تاقی' }));
    expect(plan).toMatchObject(Array(5).fill({ name_en: expect.any(String), name_ckb: 'پلانی تاقی' }));
    const kurdish = await html('ckb');
    expect(kurdish).toContain('<p><bdi>شەقامی تاقی، هەولێر</bdi></p>');
    expect(kurdish).toContain('<dd>1 × <bdi>ژووری تاقی</bdi></dd>');
    expect(kurdish).not.toContain('Standard double room');
    for (const language of ['en', 'ar']) expect(await html(language)).not.toContain('تاقی');
  });

  it('are null where there are none, and a voucher shows the English text and marks it', async () => {
    await setNames({ address: null, room: null, plan: null });
    const { address, room, plan } = await shownNames();
    expect(address).toMatchObject(Array(2).fill({ en: 'Citadel Ring, Erbil', ckb: null }));
    expect(room).toMatchObject(Array(6).fill({ name_en: 'Standard double room', name_ckb: null }));
    expect(plan).toMatchObject(Array(5).fill({ name_en: 'Bed and breakfast', name_ckb: null }));
    const kurdish = await html('ckb');
    expect(kurdish).toContain('<p><bdi>هەولێر</bdi></p>\n<p lang="en"><bdi>Citadel Ring, Erbil</bdi></p>');
    expect(kurdish).toContain('<dd lang="en"><bdi dir="ltr">1 × Standard double room</bdi></dd>');
    expect(kurdish).not.toMatch(/غرفة|طوق/);
  });

  it('are copied to a private hotel from its original', async () => {
    const other = await hotelWithPage(writer);
    const rooms = await writer.call('GET', `/v1/room-types?hotelId=${other.hotel.publicId}`, {
      headers: other.partner,
    });
    expect(ofCode(rooms.body.data, 'DBL')).toMatchObject({ name_ckb: 'ژووری دوو کەسیی ستاندارد' });
    const profile = await writer.call('GET', `/v1/hotels/${other.hotel.publicId}`, {
      headers: other.partner,
    });
    expect(profile.body.data.address.ckb).toBe('بازنەی قەڵا، هەولێر');
  });

  it('never are an empty text', async () => {
    for (const table of ['room_types', 'rate_plans'])
      await expect(writer.context.pool.query(`update ${table} set name_ckb = ''`)).rejects.toThrow(/check/);
    await expect(writer.context.pool.query(`update hotels set address_ckb = ''`)).rejects.toThrow(/check/);
  });
});
