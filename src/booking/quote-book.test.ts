import { describe, expect, it } from 'vitest';
import { newestQuote, type PromisedPrice, type Quote } from './quote.ts';
import { QUOTES_A_CLIENT, QuoteBook } from './quote-book.ts';

const quote = (id: number, changes: Partial<Quote> = {}): Quote => ({
  id: String(id),
  ledgerId: 1,
  clientId: 'client',
  hotelId: 'hotel',
  roomTypeId: 'room',
  ratePlanId: 'plan',
  stay: { checkIn: 10, checkOut: 12 },
  party: { rooms: 1, adults: 2, children: 0 },
  price: { currency: 'IQD', total: 100 } as PromisedPrice,
  createdAt: id,
  expiresAt: id + 1_000,
  ...changes,
});
const STAY = {
  clientId: 'client',
  roomTypeId: 'room',
  ratePlanId: 'plan',
  stay: { checkIn: 10, checkOut: 12 },
};

describe('the quote book', () => {
  it('keeps 5,000 quotes a client and drops the oldest', () => {
    const book = new QuoteBook();
    for (let id = 0; id < QUOTES_A_CLIENT; id += 1)
      book.add(quote(id, { expiresAt: 1e9, stay: { checkIn: id, checkOut: id + 1 } }));
    book.add(quote(1, { id: 'other', clientId: 'other' }));
    const first = { ...STAY, stay: { checkIn: 0, checkOut: 1 } };
    expect([book.count('client'), book.find(first, 0).length]).toEqual([5_000, 1]);
    book.add(quote(5_000, { expiresAt: 1e9 }));
    expect([book.count('client'), book.find(first, 0).length, book.count('other')]).toEqual([5_000, 0, 1]);
  });

  it('finds live quotes only, and forgets dead ones', () => {
    const book = new QuoteBook();
    for (const id of [1, 2, 3]) book.add(quote(id));
    expect(book.find(STAY, 1_002).map((one) => one.id)).toEqual(['3']);
    book.forgetDead(1_002);
    expect(book.count('client')).toBe(1);
    expect(book.takeUnwritten()).toHaveLength(3);
    expect(book.takeUnwritten()).toEqual([]);
  });

  it('promises the newest of the same party and currency', () => {
    const family = { rooms: 1, adults: 2, children: 2 };
    const quotes = [
      quote(1),
      quote(3, { party: family }),
      quote(2),
      quote(4, { price: { currency: 'USD' } as PromisedPrice }),
    ];
    expect(newestQuote(quotes, 5)?.id).toBe('4');
    expect(newestQuote(quotes, 5, { party: quote(1).party, currency: 'IQD' })?.id).toBe('2');
    expect(newestQuote(quotes, 5, { party: family, currency: 'USD' })).toBeNull();
    expect(newestQuote(quotes, 2_000)).toBeNull();
  });
});
