import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hotelWithPage, pageCall } from '../../support/hotel-page.ts';
import { colleagueOf, signInAs } from '../../support/hotel-people.ts';
import { sharedService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.end());

describe('a link of the console', () => {
  it('opens the page of the private hotel once, for either role', async () => {
    const { hotel, supplier, manager, reception } = await hotelWithPage(service);
    for (const [user, role] of [
      [manager, 'MANAGER'],
      [reception, 'FRONT_DESK'],
    ] as const) {
      const { status, body } = await user.call('GET', '/session');
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ person: { role }, hotel: { public_id: hotel.publicId } });
      const published = await service.app.inject({ url: '/vouchers/keys.json' });
      expect({ keys: body.data.voucher_keys }).toEqual(JSON.parse(published.body));
    }
    const link = await service.call('POST', '/supply/v1/sandbox/page-links', { headers: supplier, body: {} });
    const token = new URL(link.body.data.url).hash.slice(1);
    expect((await pageCall(service, '', 'POST', '/session/enter', { token })).status).toBe(200);
    const again = await pageCall(service, '', 'POST', '/session/enter', { token });
    expect([again.status, again.body.error.code]).toEqual([404, 'LINK_NOT_VALID']);
  });

  it('needs a session, and changes need our own page', async () => {
    const { manager } = await hotelWithPage(service);
    expect((await pageCall(service, '', 'GET', '/session')).body.error.code).toBe('SIGN_IN_REQUIRED');
    const foreign = await manager.call(
      'POST',
      '/session/enter',
      { token: 'x' },
      { origin: 'https://evil.example' },
    );
    expect([foreign.status, foreign.body.error.code]).toEqual([403, 'OTHER_ORIGIN']);
  });

  it('refuses a tab that still shows the person before', async () => {
    const { manager, reception } = await hotelWithPage(service);
    const { person } = (await manager.call('GET', '/session')).body.data;
    const shown = { 'x-staff-id': person.id };
    expect((await manager.call('GET', '/session', undefined, shown)).status).toBe(200);
    const refused = await reception.call('GET', '/session', undefined, shown);
    expect([refused.status, refused.body.error.code]).toEqual([401, 'SIGN_IN_REQUIRED']);
  });

  it('ends when the supplier of the page is no supplier of the hotel any more', async () => {
    const { manager, hotel } = await hotelWithPage(service);
    const colleague = await colleagueOf(service, manager);
    expect((await manager.call('GET', '/day')).status).toBe(200);
    await service.context.pool.query(
      "update clients set supplied_hotels = array_remove(supplied_hotels, $1) where kind = 'SUPPLIER'",
      [hotel.id],
    );
    const status = async (path: string) => (await manager.call('GET', path)).status;
    await expect.poll(() => status('/day')).toBe(401);
    expect(await status('/calendar')).toBe(401);
    expect((await signInAs(service, colleague.email)).body.error.code).toBe('SIGN_IN_REFUSED');
  });
});
