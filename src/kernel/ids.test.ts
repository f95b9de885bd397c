import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { orderedId, readId } from './ids.ts';

it('orders identifiers by their time', () => {
  const times = [0, 1, 2 ** 40, 1_763_000_000_000, 1_763_000_000_001, 2 ** 48 - 1];
  const ids = times.map((time) => orderedId<never>(time, randomUUID()) as string);
  expect([...ids].sort()).toEqual(ids);
  for (const id of ids) expect(readId(id)).toBe(id);
  expect(ids[3]).toMatch(/^019a7afd-1e00-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('keeps the random part, so that two identifiers of one millisecond differ', () => {
  const random = randomUUID();
  const id: string = orderedId<never>(5, random);
  expect(id.slice(15)).toBe(random.slice(15));
  expect(id[14]).toBe('7');
});
