import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Command } from '../../../src/domain/booking/command.ts';
import { codesOf, type Pushes, pushesOf } from '../../support/ari.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { demoStay } from '../../support/stay.ts';

let service: TestService;
let supplier: Pushes;
let beforeDecision: (command: Command) => void = () => {};
beforeAll(async () => {
  service = await startTestService({ desk: { onDecided: (command) => beforeDecision(command) } });
  supplier = await pushesOf(service);
});
afterAll(() => service.end());

it('thousands of equal updates that are rejected together are decided in one round', async () => {
  await supplier.push([{ from: 60, to: 79, set: { maxStay: 3, minStay: 1 } }]);
  const many = Array.from({ length: 9_000 }, () => ({ from: 60, to: 79, set: { minStay: 5 } }));
  const response = await supplier.push(many);
  expect(response.body.data.status).toBe('REJECTED');
  expect(new Set(codesOf(response).flat())).toEqual(new Set(['MIN_ABOVE_MAX']));
  expect(await supplier.inForce(70)).toMatchObject({ min_stay: 1, max_stay: 3 });
});

it('a chain of updates, each wrong without the one before, ends after a few rounds and applies the rest', async () => {
  // Day 100 has a maximum stay. Each update is right only together with its neighbours.
  await supplier.push([{ from: 100, to: 100, set: { maxStay: 2, minStay: 1 } }]);
  await supplier.push([{ from: 101, to: 140, set: { minStay: 1, maxStay: 30 } }]);
  const chain = Array.from({ length: 30 }, (_, link) => ({
    from: 100 + link,
    to: 101 + link,
    set: link % 2 === 0 ? { minStay: 5 } : { maxStay: 4 },
  }));
  const response = await supplier.push([...chain, { from: 100, to: 140, set: { ctd: true } }]);
  const codes = codesOf(response);
  expect(codes.at(-1)).toEqual([]);
  expect(codes.slice(0, -1).every(([code]) => code === 'MIN_ABOVE_MAX' || code === 'NOT_APPLIED')).toBe(true);
  expect(await supplier.inForce(100)).toMatchObject({ min_stay: 1, max_stay: 2, ctd: true });
});

it('a message that was interrupted does not go on when its updates mean something else now', async () => {
  const updates = ['SGL', 'DBL', 'TRP'].map((roomType) => ({
    ...{ roomType, from: 0, to: 400 },
    set: { minStay: 2 },
  }));
  let parts = 0;
  beforeDecision = ({ kind }) => {
    parts += kind === 'ari' ? 1 : 0;
    if (parts === 2) throw new Error('interrupted by the test');
  };
  expect((await supplier.push(updates, { messageId: 'm' })).status).toBe(500);
  beforeDecision = () => {};
  const rename = async (code: string) => {
    const { roomTypeId } = demoStay({ room: 'SGL' });
    await service.context.pool.query('update room_types set code = $1 where id = $2', [code, roomTypeId]);
    await service.context.feed.catchUp();
  };
  await rename('OLD');
  const refused = await supplier.push(updates, { messageId: 'm' });
  expect([refused.status, refused.body.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  expect(refused.body.error.message).toContain('send them again with a new messageId');
  expect(await supplier.inForce(40, undefined, 'TRP')).toMatchObject({ min_stay: 1 });
  await rename('SGL');
  const completed = await supplier.push(updates, { messageId: 'm' });
  expect(completed.body.data.status).toBe('APPLIED');
  for (const room of ['SGL', 'DBL', 'TRP'])
    expect(await supplier.inForce(40, undefined, room)).toMatchObject({ min_stay: 2 });
});
