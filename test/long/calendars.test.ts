import { expect, it } from 'vitest';
import { keepHouse } from '../../src/boot/housekeeping.ts';
import { insertHotels, startProduction } from '../support/production.ts';

it('500 hotels with 5 room types each get their calendars, and a second pass is short', async () => {
  const { service, end } = await startProduction();
  const { pool } = service.context;
  await insertHotels(pool, 1000, 500, 5);
  await keepHouse(service.context);
  const { rows } = await pool.query('select count(*)::int as nights from nights');
  expect(rows[0].nights).toBe(500 * 5 * 531);
  const since = performance.now();
  await keepHouse(service.context);
  console.log(`a pass that opens nothing: ${Math.round(performance.now() - since)} ms`);
  await end();
}, 300_000);
