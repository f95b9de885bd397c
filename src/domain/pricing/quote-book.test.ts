import { describe, expect, it } from 'vitest';
import { addDays, dayOf } from '../../kernel/day.ts';
import { idOf, ledgerIdOf } from '../../kernel/ids.ts';
import { newestQuote, type PromisedPrice, type Quote, type StayIdentity } from './quote.ts';
import { QUOTES_A_CLIENT, QuoteBook } from './quote-book.ts';

const quote = (id: number, changes: Partial<Quote> = {}): Quote => ({
  id: idOf(String(id)),
  ledgerId: ledgerIdOf(1),
  clientId: idOf('client'),
  hotelId: idOf('hotel'),
  roomTypeId: idOf('room'),
  ratePlanId: idOf('plan'),
  stay: { checkIn: dayOf(10), checkOut: dayOf(12) },
  party: { rooms: 1, adults: 2, children: 0 },
  price: { currency: 'IQD', total: 100 } as PromisedPrice,
  fromHold: false,
  createdAt: id,
  expiresAt: id + 1_000,
  ...changes,
});
const STAY: StayIdentity = {
  clientId: idOf('client'),
  roomTypeId: idOf('room'),
  ratePlanId: idOf('plan'),
  stay: { checkIn: dayOf(10), checkOut: dayOf(12) },
};

describe('the quote book', () => {
  it('drops no live promise, however many there are', () => {
    const book = new QuoteBook();
    for (let id = 0; id <= QUOTES_A_CLIENT; id += 1)
      book.add(quote(id, { expiresAt: 1e9, stay: { checkIn: dayOf(id), checkOut: addDays(dayOf(id), 1) } }));
    expect(book.find({ ...STAY, stay: { checkIn: dayOf(0), checkOut: dayOf(1) } }, 0)).toHaveLength(1);
    expect(book.count(idOf('client'))).toBe(QUOTES_A_CLIENT + 1);
  });

  it('keeps one quote per promise beyond 5,000 of a client: the newest', () => {
    const book = new QuoteBook();
    book.add(quote(-1, { expiresAt: 1e9, price: { currency: 'IQD', total: 90 } as PromisedPrice }));
    for (let id = 0; id < QUOTES_A_CLIENT + 10; id += 1) book.add(quote(id, { expiresAt: 1e9 }));
    book.add(quote(1, { id: idOf('other'), clientId: idOf('other') }));
    expect([book.count(idOf('client')), book.count(idOf('other'))]).toEqual([QUOTES_A_CLIENT, 1]);
    expect(book.find(STAY, 0).map((one) => one.id)).toEqual(['-1', String(QUOTES_A_CLIENT + 9)]);
  });

  it('finds the newest of each promise, and the quote that is named', () => {
    const book = new QuoteBook();
    for (const id of [1, 2]) book.add(quote(id));
    book.add(quote(3, { party: { rooms: 1, adults: 1, children: 0 } }));
    book.add(quote(4, { price: { currency: 'IQD', total: 101 } as PromisedPrice }));
    book.add(quote(5, { fromHold: true }));
    expect(book.find(STAY, 5).map((one) => one.id)).toEqual(['2', '3', '4', '5']);
    expect(book.find(STAY, 5, '1').map((one) => one.id)).toEqual(['2', '3', '4', '5', '1']);
    book.add(quote(6, { ratePlanId: idOf('other') }));
    expect(book.find(STAY, 6, '6').map((one) => one.id)).not.toContain('6');
  });

  it('finds live quotes only, and forgets dead ones', () => {
    const book = new QuoteBook();
    for (const id of [1, 2, 3]) book.add(quote(id));
    expect(book.find(STAY, 1_002).map((one) => one.id)).toEqual(['3']);
    book.forgetDead(1_002);
    expect(book.count(idOf('client'))).toBe(1);
    expect(book.find(STAY, 1_002).map((one) => one.id)).toEqual(['3']);
    book.forgetDead(1_003);
    expect([book.count(idOf('client')), book.find(STAY, 0)]).toEqual([0, []]);
  });

  it('forgets a client at once', () => {
    const book = new QuoteBook();
    for (let id = 0; id < 20_000; id += 1)
      book.add(quote(id, { party: { rooms: 1, adults: id, children: 0 } }));
    book.forgetClient(idOf('client'));
    expect([book.count(idOf('client')), book.find(STAY, 0)]).toEqual([0, []]);
  });
});

it('the newest of several quotes is the one created last', () => {
  expect(newestQuote([quote(1), quote(3), quote(2)])?.id).toBe('3');
  expect(newestQuote([])).toBeNull();
});
