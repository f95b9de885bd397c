import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REFUSAL_CODES } from '../../../src/http/common/errors.ts';
import type { Scenario, ScenarioGroup } from '../../../web/src/docs/pages.ts';
import { scenarioValues } from '../../../web/src/docs/scenario-link.ts';
import { startTestService, type TestService } from '../../support/service.ts';

/** Provokes what the page of test scenarios promises, with the fields that it gives to the console. */

const FILE = join(resolve(fileURLToPath(import.meta.url), '../../../..'), 'docs/pages/test-scenarios.json');
const scenarios = (JSON.parse(readFileSync(FILE, 'utf8')) as ScenarioGroup[]).flatMap(
  (group) => group.scenarios,
);
const GUEST = { guestName: 'زينب الكربلائي', guestPhone: '0770 123 4567' };
const NUMBERS = ['adults', 'children', 'roomsCount'];

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ config: { rateLimitPerMinute: 500, bookingLimitPerMinute: 500 } });
});
afterAll(() => service?.end());

function bodyOf(scenario: Scenario): Record<string, unknown> {
  const values = Object.entries(scenarioValues(scenario, Date.now()));
  return Object.fromEntries(
    values.map(([name, value]) => [name, NUMBERS.includes(name) ? Number(value) : value]),
  );
}

/** The last response of what a reader does in the console. */
async function provoke(scenario: Scenario) {
  const body = bodyOf(scenario);
  const book = () => service.call('POST', '/v1/bookings', { body: { ...body, ...GUEST } });
  switch (scenario.operation) {
    case 'priceCheck': {
      const checked = await service.call('POST', '/v1/price-check', { body });
      return scenario.key === 'price-rises' ? book() : checked;
    }
    case 'createBooking':
      return book();
    case 'search':
      return service.call('POST', '/v1/search', { body });
    case 'listRoomTypes':
      return service.call('GET', `/v1/room-types?hotelId=${body.hotelId}`);
    case 'getBooking':
      return service.call('GET', `/v1/bookings/${body.bookingId}`);
    default:
      throw new Error(`no such operation: ${scenario.operation}`);
  }
}

describe('a test scenario', () => {
  const provokable = scenarios.filter(({ operation }) => operation !== undefined);

  it.each(provokable.map((scenario) => [scenario.key, scenario] as const))('%s', async (_key, scenario) => {
    const { status, body } = await provoke(scenario);
    if (scenario.error === undefined) expect(status, JSON.stringify(body)).toBe(200);
    else expect(body.error?.code, JSON.stringify(body)).toBe(scenario.error);
    if (scenario.reason !== undefined)
      expect(body.error.details.reasons.map(({ code }: { code: string }) => code)).toContain(scenario.reason);
  });

  it('leads to an error that exists', () => {
    const unknown = scenarios.filter(
      ({ error }) => error !== undefined && !(REFUSAL_CODES as readonly string[]).includes(error),
    );
    expect(unknown).toEqual([]);
  });

  it('is free of what it promises against, with a hold', async () => {
    for (const key of ['price-rises', 'last-room']) {
      const body = bodyOf(scenarios.find((scenario) => scenario.key === key)!);
      await service.call('POST', '/v1/price-check', { body });
      const hold = await service.call('POST', '/v1/prebook', { body: { ...body, ...GUEST } });
      const prebookToken = hold.body.data.prebook_token;
      const booked = await service.call('POST', '/v1/bookings', {
        body: { ...body, ...GUEST, prebookToken },
      });
      expect(booked.status, JSON.stringify(booked.body)).toBe(200);
    }
  });

  it('costs what the calendar says', async () => {
    const priceOn = async (first: number) => {
      const stay = scenarios.find(({ key }) => key === 'pilgrimage-stay')!;
      const body = bodyOf({ ...stay, days: [first, first + 3] });
      return Number((await service.call('POST', '/v1/price-check', { body })).body.data.subtotal);
    };
    // Prices are rounded to 250 dinars.
    const [usual, pilgrimage, season] = await Promise.all([30, 40, 60].map(priceOn));
    expect(pilgrimage! / usual!).toBeCloseTo(1.6, 2);
    expect(season! / usual!).toBeCloseTo(1.25, 2);
  });
});
