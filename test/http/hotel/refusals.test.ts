import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepHouse } from '../../../src/boot/housekeeping.ts';
import { REFUSALS_LIMIT } from '../../../src/domain/staff/page-audit.store.ts';
import { recordPageRefusal } from '../../../src/domain/staff/record-page-refusal.usecase.ts';
import { hotelWithPage, pageCall } from '../../support/hotel-page.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ housekeeping: false });
});
afterAll(() => service.end());

async function refusals(subject: string) {
  const result = await service.context.pool.query(
    "select who, action, after from operator_audit where subject = $1 and action like 'refused %' order by id",
    [subject],
  );
  return result.rows;
}

describe('what the hotel page refuses', () => {
  it('is in the audit, with the person if there is one', async () => {
    await pageCall(service, '', 'POST', '/session/enter', {}, { origin: 'https://evil.example' });
    expect(await refusals('hotel-page')).toEqual([
      {
        who: '127.0.0.1',
        action: 'refused other origin',
        after: { address: '127.0.0.1', request: 'POST /hotel/api/session/enter' },
      },
    ]);
    const { hotel } = await hotelWithPage(service);
    const by = { staffId: 'the id of Zainab', hotelId: hotel.id };
    await recordPageRefusal(
      service.context,
      'forged voucher',
      { address: '203.0.113.7', person: by as never },
      { voucher: 'VCH-1' },
    );
    expect(await refusals(hotel.publicId)).toEqual([
      {
        who: 'staff the id of Zainab',
        action: 'refused forged voucher',
        after: { address: '203.0.113.7', voucher: 'VCH-1' },
      },
    ]);
  });

  it('is stored once per minute for each address and reason, and at most 30 times for a hotel', async () => {
    const { hotel } = await hotelWithPage(service);
    const refuse = (address: string, attempt: 'link' | 'sign-in' = 'link') =>
      recordPageRefusal(service.context, attempt, { address, person: null, hotelId: hotel.id });
    await refuse('a');
    await refuse('a');
    await refuse('a', 'sign-in');
    expect((await refusals(hotel.publicId)).length).toBe(2);
    for (let address = 3; address <= REFUSALS_LIMIT; address += 1) await refuse(`${address}`);
    expect((await refusals(hotel.publicId)).length).toBe(REFUSALS_LIMIT);
    await refuse('one more');
    expect((await refusals(hotel.publicId)).length).toBe(REFUSALS_LIMIT);
    await age(hotel.publicId, '61 seconds');
    await refuse('a');
    expect((await refusals(hotel.publicId)).length).toBe(REFUSALS_LIMIT + 1);
  });

  it('is deleted after 90 days as what happens every day, and changes are not', async () => {
    const { hotel } = await hotelWithPage(service);
    const { pool } = service.context;
    await recordPageRefusal(service.context, 'link', { address: 'a', person: null, hotelId: hotel.id });
    await pool.query(
      `insert into operator_audit (who, action, subject) select 'x', action, $1
       from unnest(array['staff invite', 'sign-in', 'sign-out', 'session end', 'voucher used again', 'rates set']) as t(action)`,
      [hotel.publicId],
    );
    const left = async () => {
      await keepHouse(service.context);
      const rows = await pool.query('select 1 from operator_audit where subject = $1', [hotel.publicId]);
      return rows.rowCount;
    };
    await age(hotel.publicId, '89 days');
    expect(await left()).toBe(7);
    await age(hotel.publicId, '2 days');
    expect(await left()).toBe(2);
  });
});

async function age(subject: string, by: string): Promise<void> {
  await service.context.pool.query('update operator_audit set at = at - $2::interval where subject = $1', [
    subject,
    by,
  ]);
}
