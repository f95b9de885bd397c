import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ResultMarker } from './result-marker.ts';

it('writes nothing after it was stopped, also when the database was away', async () => {
  let writes = 0;
  const marker = new ResultMarker({
    write: async () => {
      writes += 1;
      await pause(20);
      throw new Error('the database is away');
    },
    onReleased: () => {},
    onError: () => {},
    gatherMilliseconds: 1,
  });
  marker.add({ id: 1, lease: 'a lease', state: 'DELIVERED', dueAt: null, error: null });
  while (writes === 0) await pause(1);
  await marker.stop();
  const before = writes;
  await pause(700);
  expect(writes).toBe(before);
});
