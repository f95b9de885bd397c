import { describe, expect, it } from 'vitest';
import { readGuest, readPhone } from './read-guest.ts';

describe('a guest', () => {
  it.each([
    ['0770 123 4567', '+9647701234567'],
    ['+964 770 123 4567', '+9647701234567'],
    ['009647701234567', '+9647701234567'],
    ['٠٧٧٠١٢٣٤٥٦٧', '+9647701234567'],
    ['+44 20 7946 0958', '+442079460958'],
    ['+98 912 345 6789', '+989123456789'],
  ])('%s is the number %s', (text, number) => expect(readPhone(text)).toBe(number));

  it.each([
    '',
    '123',
    '0770 123',
    'call me',
    '+9647701234567890123',
    '+1 000 000 0000',
    '07701234567 or 07801234567x',
  ])('%j is no number', (text) => expect(readPhone(text)).toBeNull());

  it('has a name of any script, without the space around it', () => {
    const guest = readGuest({ guestName: '  زينب الكربلائي ', guestPhone: '07701234567' });
    expect(guest).toEqual({
      ok: true,
      value: { name: 'زينب الكربلائي', phone: '+9647701234567', email: null },
    });
    expect(readGuest({ guestName: ' A ', guestPhone: '07701234567' })).toMatchObject({ ok: false });
  });
});
