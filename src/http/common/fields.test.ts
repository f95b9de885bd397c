import { describe, expect, it } from 'vitest';
import { inspectFields } from './fields.ts';

const KNOWN = ['hotelId', 'checkIn', 'checkOut', 'roomsCount', 'adults', 'children', 'guestPhone', 'days'];

describe('fields the service does not know', () => {
  it.each([
    ['rooms_count', 'roomsCount'],
    ['checkin', 'checkIn'],
    ['check-out', 'checkOut'],
    ['CheckIn', 'checkIn'],
    ['roomCount', 'roomsCount'],
    ['rooms', 'roomsCount'],
    ['phone', 'guestPhone'],
    ['adult', 'adults'],
    ['child', 'children'],
    ['day', 'days'],
    ['hotel_ids', 'hotelId'],
  ])('refuses %s and names %s', (given, meant) => {
    const { nearMisses, ignored } = inspectFields([given], KNOWN);
    expect(nearMisses).toEqual([
      expect.objectContaining({ field: given, message: expect.stringContaining(meant) }),
    ]);
    expect(ignored).toEqual([]);
  });

  it.each(['utm_source', 'loyaltyNumber', 'x', '__proto__', 'constructor', 'a'.repeat(500)])(
    'ignores %s and says so',
    (given) => {
      const { nearMisses, ignored } = inspectFields([given], KNOWN);
      expect(nearMisses).toEqual([]);
      expect(ignored).toEqual([given.slice(0, 64)]);
    },
  );

  it('says nothing of known fields and stops after twenty unknown ones', () => {
    expect(inspectFields(KNOWN, KNOWN)).toEqual({ nearMisses: [], ignored: [] });
    const many = Array.from({ length: 500 }, (_, index) => `zzzz${index}`);
    expect(inspectFields(many, KNOWN).ignored).toHaveLength(20);
  });
});
