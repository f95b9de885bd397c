import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type BookingId, type HotelId, idOf } from '../../kernel/ids.ts';
import { readReceptionToken, receptionToken } from './reception-link.ts';

const [KEY, OTHER] = ['k'.repeat(32), 'o'.repeat(32)];
const booking = { hotelId: idOf<HotelId>(randomUUID()), bookingId: idOf<BookingId>(randomUUID()) };

describe('the link of a reception', () => {
  it('names its booking, under every key that is accepted', () => {
    const token = receptionToken(booking, KEY);
    expect(readReceptionToken(token, [KEY])).toEqual(booking);
    expect(readReceptionToken(token, [OTHER, KEY])).toEqual(booking);
    expect(readReceptionToken(token, [OTHER])).toBeNull();
  });

  it('is refused when any of its characters is another one', () => {
    const token = receptionToken(booking, KEY);
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === 'A' ? 'B' : 'A';
      expect(readReceptionToken(token.slice(0, at) + other + token.slice(at + 1), [KEY])).toBeNull();
    }
    for (const wrong of ['', token.slice(1), `${token}A`, token.replace(/.$/, '=')])
      expect(readReceptionToken(wrong, [KEY])).toBeNull();
  });
});
