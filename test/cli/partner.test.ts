import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperatedDatabase, type OperatedDatabase } from '../support/operated-database.ts';

let database: OperatedDatabase;
beforeAll(async () => {
  database = await createOperatedDatabase();
});
afterAll(() => database.end());

const limitsOf = async (clientId: string) => {
  const { rate_limit_per_minute: looks, booking_limit_per_minute: bookings } = await database.json(
    'partner',
    'show',
    clientId,
  );
  return [looks, bookings];
};

describe('the limits of a partner', () => {
  it('are the usual ones, or those that it was created with', async () => {
    await database.json('partner', 'create', 'usual-partner', '--name', 'Usual');
    expect(await limitsOf('usual-partner')).toEqual([null, null]);
    const given = ['--limit', '1', '--booking-limit', '100000'];
    await database.json('partner', 'create', 'own-limits', '--name', 'Own', ...given);
    expect(await limitsOf('own-limits')).toEqual([1, 100_000]);
    const { out } = await database.ihc('partner', 'list');
    expect(out).toMatch(/partner +name +status +limit +booking limit/);
    expect(out).toMatch(/own-limits +Own +ACTIVE +1 +100000/);
    expect(out).toMatch(/usual-partner +Usual +ACTIVE +usual +usual/);
  });

  it('are changed one by one or together, and go back to the usual ones', async () => {
    await database.json('partner', 'create', 'acme', '--name', 'Acme');
    for (const [parameters, expected] of [
      [
        ['--looks', '600', '--bookings', '300'],
        [600, 300],
      ],
      [
        ['--bookings', '400'],
        [600, 400],
      ],
      [
        ['--looks', 'usual'],
        [null, 400],
      ],
      [['700'], [700, 400]],
      [
        ['--bookings', 'usual'],
        [700, null],
      ],
      [
        ['--bookings', '1'],
        [700, 1],
      ],
      [['usual'], [null, null]],
    ] as const) {
      await database.json('partner', 'limit', 'acme', ...parameters);
      expect([parameters, await limitsOf('acme')]).toEqual([parameters, expected]);
    }
  });

  it('are audited, if they change', async () => {
    const audit = () => database.json('audit', '--subject', 'acme');
    const before = (await audit()).length;
    await database.json('partner', 'limit', 'acme', '--looks', '250', '--bookings', '350');
    await database.json('partner', 'limit', 'acme', '--looks', '250');
    const [latest, ...others] = await audit();
    expect(others).toHaveLength(before);
    expect(latest).toMatchObject({
      action: 'partner limit',
      before: { rate_limit_per_minute: null, booking_limit_per_minute: null },
      after: { rate_limit_per_minute: 250, booking_limit_per_minute: 350 },
    });
  });

  it.each([
    [['limit', 'acme'], 1, 'limit: give --looks, --bookings, or usual'],
    [
      ['limit', 'acme', '600', '--bookings', '300'],
      1,
      'limit: give a number or usual, or the options --looks and --bookings, not both',
    ],
    [
      ['limit', 'acme', 'usual', '--looks', '3'],
      1,
      'limit: give a number or usual, or the options --looks and --bookings, not both',
    ],
    [
      ['limit', 'acme', '--looks', '0'],
      1,
      'limit: must be a whole number from 1 to 100000 requests per minute',
    ],
    [
      ['limit', 'acme', '--bookings', '100001'],
      1,
      'booking limit: must be a whole number from 1 to 100000 requests per minute',
    ],
    [['limit', 'acme', '--bookings', 'many'], 2, '--bookings: must be a whole number, not "many"'],
    [
      ['create', 'other', '--name', 'Other', '--booking-limit', '0'],
      1,
      'booking limit: must be a whole number from 1 to 100000 requests per minute',
    ],
    [['limit', 'nobody', '5'], 1, 'partner nobody does not exist: ihc partner list shows all partners'],
  ] as [string[], number, string][])('%j is refused', async (parameters, code, problem) => {
    const before = await database.json('partner', 'list');
    const response = await database.ihc('partner', ...parameters);
    expect([response.code, response.said]).toEqual([code, [`ihc: ${problem}`]]);
    expect(await database.json('partner', 'list')).toEqual(before);
  });
});
