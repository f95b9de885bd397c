import { describe, expect, it } from 'vitest';
import {
  type ChargedHotel,
  chargeChangesOf,
  chargesAt,
  storedChargeChanges,
  withChargeChange,
} from './charges.ts';

const NOW = Date.parse('2026-12-01T00:00:00Z');
const DAY = 86_400_000;
const charges = (tax: number, service: number) => ({ taxBasisPoints: tax, serviceBasisPoints: service });
const hotel = (...changes: [from: number, tax: number, service: number][]): ChargedHotel => ({
  ...charges(500, 1_000),
  chargeChanges: changes.map(([from, tax, service]) => ({ from, ...charges(tax, service) })),
});

describe('the charges of a hotel', () => {
  it('are its own while nothing is scheduled, and cost no new object', () => {
    const plain = hotel();
    expect(chargesAt(plain, NOW)).toBe(plain);
  });

  it('change at the instant of a change, not a millisecond earlier', () => {
    const changing = hotel([NOW, 700, 0], [NOW + DAY, 0, 10_000]);
    expect(chargesAt(changing, NOW - 1)).toMatchObject(charges(500, 1_000));
    expect(chargesAt(changing, NOW)).toMatchObject(charges(700, 0));
    expect(chargesAt(changing, NOW + DAY - 1)).toMatchObject(charges(700, 0));
    expect(chargesAt(changing, NOW + DAY)).toMatchObject(charges(0, 10_000));
  });
});

describe('a change of charges', () => {
  it('from now on becomes the charges of the hotel; later changes stay', () => {
    const changed = withChargeChange(
      hotel([NOW - DAY, 600, 600], [NOW + DAY, 0, 0]),
      { from: NOW, ...charges(700, 700) },
      NOW,
    );
    expect(changed).toEqual({
      ...charges(700, 700),
      chargeChanges: [{ from: NOW + DAY, ...charges(0, 0) }],
    });
  });

  it('in the future is sorted in, and what holds now is folded', () => {
    const changed = withChargeChange(
      hotel([NOW - DAY, 600, 600], [NOW + 2 * DAY, 0, 0]),
      { from: NOW + DAY, ...charges(700, 700) },
      NOW,
    );
    expect(changed).toEqual({
      ...charges(600, 600),
      chargeChanges: [
        { from: NOW + DAY, ...charges(700, 700) },
        { from: NOW + 2 * DAY, ...charges(0, 0) },
      ],
    });
  });

  it('of an instant that has one replaces it', () => {
    const changed = withChargeChange(hotel([NOW + 1, 600, 600]), { from: NOW + 1, ...charges(1, 2) }, NOW);
    expect(changed.chargeChanges).toEqual([{ from: NOW + 1, ...charges(1, 2) }]);
  });

  it('that makes no difference changes nothing', () => {
    const scheduled = hotel([NOW + DAY, 600, 600]);
    expect(withChargeChange(scheduled, { from: NOW, ...charges(500, 1_000) }, NOW)).toBe(scheduled);
    expect(withChargeChange(scheduled, { from: NOW + 2 * DAY, ...charges(600, 600) }, NOW)).toBe(scheduled);
  });

  it('is stored and read again without a difference', () => {
    const { chargeChanges } = hotel([NOW, 1, 2], [NOW + 1, 3, 4]);
    expect(chargeChangesOf(storedChargeChanges(chargeChanges))).toEqual(chargeChanges);
  });
});
