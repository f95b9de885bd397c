import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Calendar, calendarOf } from '../../support/calendar.ts';
import { hotelWithPage } from '../../support/hotel-page.ts';
import { sharedService, type TestService } from '../../support/service.ts';
import { inDays } from '../../support/stay.ts';

const MINUTE = 60_000;

let service: TestService;
let page: Calendar;
beforeAll(async () => {
  service = await sharedService();
  page = await calendarOf(service, await hotelWithPage(service));
});
afterAll(() => service.end());

/** What a hotel system sends about room type DBL. `sentAt` in milliseconds from now. */
async function push(day: number, set: object, sentAt: number | null) {
  const { status, body } = await service.call('POST', '/supply/v1/ari', {
    headers: page.supplier,
    body: {
      hotelId: page.hotel.publicId,
      messageId: randomUUID(),
      ...(sentAt !== null && { sentAt: new Date(Date.now() + sentAt).toISOString() }),
      updates: [{ ref: 'one', roomType: 'DBL', from: inDays(day), to: inDays(day), set }],
    },
  });
  expect(status).toBe(200);
  return body.data.results[0] as { status: string; reasons: { code: string }[] };
}
const stateOf = async (day: number) => (await page.day(day)).state;

describe('a hotel with a page and a system', () => {
  it('a message that was sent before does not undo what a person did', async () => {
    expect((await page.change(page.reception, [{ from: 3, set: { closed: true } }])).status).toBe(200);
    const late = await push(3, { stopSell: false, allotment: 44 }, -MINUTE);
    expect(late).toMatchObject({ status: 'WARNING', reasons: [{ code: 'OLDER_THAN_STORED' }] });
    // The person closed the night and did not count its rooms.
    expect(await page.day(3)).toMatchObject({ state: 'CLOSED', allotment: 44 });
    expect(await push(3, { stopSell: false }, MINUTE)).toMatchObject({ status: 'APPLIED' });
    expect(await stateOf(3)).toBe('OPEN');
  });

  it('a person is never too late, also after a message of a clock that is ahead', async () => {
    expect(await push(4, { stopSell: false, allotment: 9 }, 4 * MINUTE)).toMatchObject({ status: 'APPLIED' });
    expect((await page.change(page.reception, [{ from: 4, set: { closed: true } }])).status).toBe(200);
    expect(await stateOf(4)).toBe('CLOSED');
    expect((await push(4, { stopSell: false }, MINUTE)).status).toBe('WARNING');
    expect(await stateOf(4)).toBe('CLOSED');
  });

  it('a message without a time is applied, and a day that a person leaves as it is keeps its version', async () => {
    await page.change(page.manager, [{ from: 5, set: { closed: true } }]);
    const { version } = await page.day(5);
    await page.change(page.manager, [{ from: 5, set: { closed: true } }]);
    expect((await page.day(5)).version).toBe(version);
    expect(await push(5, { stopSell: false }, null)).toMatchObject({ status: 'APPLIED' });
    expect(await stateOf(5)).toBe('OPEN');
  });
});
