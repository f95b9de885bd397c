import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STAFF_LIMIT } from '../../../src/domain/staff/invite-staff.usecase.ts';
import { hotelWithPage } from '../../support/hotel-page.ts';
import { codeOfResponse, colleagueOf, GOOD_PASSWORD, newEmail } from '../../support/hotel-people.ts';
import { sharedService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.end());

describe('suspended people', () => {
  it(`do not count towards the ${STAFF_LIMIT}, and come back only if there is a place`, async () => {
    const { manager, hotel } = await hotelWithPage(service);
    const gone = await colleagueOf(service, manager);
    await service.context.pool.query(
      `insert into staff (id, ledger_id, hotel_id, client_id, email, name, role, created_at)
       select gen_random_uuid(), ledger_id, hotel_id, client_id, n || '@' || lower($1) || '.example', 'x', 'FRONT_DESK', now()
       from staff, generate_series(1, $2::int) n where hotel_id = $3 and role = 'MANAGER'`,
      [hotel.publicId, STAFF_LIMIT - 3, hotel.id],
    );
    const invite = () => manager.call('POST', '/staff', { email: newEmail(), name: 'Z', role: 'FRONT_DESK' });
    expect(codeOfResponse(await invite())).toEqual([409, 'STAFF_LIMIT_EXCEEDED']);
    await manager.call('POST', `/staff/${gone.id}/suspend`);
    const { body } = await invite();
    const resume = () => manager.call('POST', `/staff/${gone.id}/resume`);
    expect(codeOfResponse(await resume())).toEqual([409, 'STAFF_LIMIT_EXCEEDED']);
    await manager.call('POST', `/staff/${body.data.staff.id}/suspend`);
    expect((await resume()).status).toBe(200);
  });

  it('can be deleted, and the audit keeps what they did', async () => {
    const [{ manager }, other] = [await hotelWithPage(service), await hotelWithPage(service)];
    const gone = await colleagueOf(service, manager, 'FRONT_DESK', GOOD_PASSWORD, 'Gone');
    const remove = (by = manager) => by.call('POST', `/staff/${gone.id}/delete`);
    expect(codeOfResponse(await remove())).toEqual([409, 'STAFF_NOT_SUSPENDED']);
    await manager.call('POST', `/staff/${gone.id}/suspend`);
    expect(codeOfResponse(await remove(other.manager))).toEqual([404, 'STAFF_NOT_FOUND']);
    expect((await remove()).status).toBe(200);
    expect(codeOfResponse(await remove())).toEqual([404, 'STAFF_NOT_FOUND']);
    const { lines } = (await manager.call('GET', '/audit?kind=ACCOUNTS')).body.data;
    expect(lines[0]).toMatchObject({ action: 'staff delete', who: 'Test manager' });
    const accepted = lines.find(({ action }: { action: string }) => action === 'invitation accept');
    expect(accepted).toMatchObject({ by: 'PERSON', who: 'Gone', email: gone.email });
    // The address is free again.
    const again = await manager.call('POST', '/staff', {
      email: gone.email,
      name: 'New',
      role: 'FRONT_DESK',
    });
    expect(again.status).toBe(200);
  });
});
