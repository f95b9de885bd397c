import { describe, expect, it } from 'vitest';
import { auditFacts } from './audit.view.ts';

const DOUBLE = { name_en: 'Double room', name_ar: 'غرفة مزدوجة', name_ckb: null, board: null };
const none = { product: null, first: null, last: null, currency: null };
const productOf = (what: string) => (what.startsWith('room type DBL') ? DOUBLE : null);
const facts = (before: unknown, after: unknown) => auditFacts(before, after, productOf);

describe('the facts of an audit entry', () => {
  it('are the values of an account, without ids', () => {
    expect(
      facts({ email: 'a@b.example', status: 'ACTIVE' }, { email: 'a@b.example', status: 'SUSPENDED' }),
    ).toEqual([
      { field: 'email', ...none, before: 'a@b.example', after: 'a@b.example' },
      { field: 'status', ...none, before: 'ACTIVE', after: 'SUSPENDED' },
    ]);
    expect(facts({ session: 'f81d4fae' }, null)).toEqual([]);
    expect(facts(null, { voucher_id: 'IHC-2026-7KMQ2X', booking_id: 'f81d4fae' })).toEqual([
      { field: 'voucher', ...none, before: null, after: 'IHC-2026-7KMQ2X' },
    ]);
  });

  it('have the room type, the days and both values of a change of rooms', () => {
    const days = { what: 'room type DBL', from: '2027-01-15', to: '2027-01-17' };
    const place = { product: DOUBLE, first: '2027-01-15', last: '2027-01-17', currency: null };
    expect(
      facts(
        { days: [{ ...days, stop_sell: false, allotment: 4 }] },
        { days: [{ ...days, stop_sell: true, allotment: 0 }] },
      ),
    ).toEqual([
      { field: 'sales', ...place, before: 'OPEN', after: 'CLOSED' },
      { field: 'allotment', ...place, before: '4', after: '0' },
    ]);
    expect(facts({ days: [{ ...days, open: false }] }, { days: [{ ...days, open: true }] })[0]).toMatchObject(
      { field: 'sales', before: 'NOT_OPEN', after: 'OPEN' },
    );
  });

  it('have the prices that changed, and say usual where no price was set', () => {
    const day = { what: 'rate plan DBL/BB', from: '2027-01-15', to: '2027-01-15' };
    const prices = { single: '80', double: '100', extra_adult: '30', child: '15', currency: 'USD' };
    const changed = facts(
      { days: [{ ...day, prices }] },
      { days: [{ ...day, prices: { ...prices, double: '110' } }] },
    );
    expect(changed).toMatchObject([{ field: 'price_double', before: '100', after: '110', currency: 'USD' }]);
    const set = facts({ days: [{ ...day, prices: 'usual' }] }, { days: [{ ...day, prices }] });
    expect(set.map(({ before, after }) => [before, after])).toEqual([
      ['USUAL', '80'],
      ['USUAL', '100'],
      ['USUAL', '30'],
      ['USUAL', '15'],
    ]);
  });

  it('leave out what people cannot read', () => {
    expect(facts({ images: [{ url: 'x' }] }, { images: [] })).toEqual([]);
    expect(facts('text', 12)).toEqual([]);
  });
});
