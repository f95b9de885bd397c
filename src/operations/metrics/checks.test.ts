import { describe, expect, it } from 'vitest';
import { type Check, checksOf, checksOfNode, isReady, STARTING, textOf } from './checks.ts';

const FINE = {
  isStopping: false,
  missingSecret: null,
  feedAgeMilliseconds: 40,
  isDeskReachable: true,
  halt: null,
  sharing: null,
};
const ready = checksOf(FINE);
const late = checksOf({ ...FINE, feedAgeMilliseconds: 60_001 });

describe('a node of several workers', () => {
  const of = (...checks: (Check[] | null)[]) => checks.map((one, place) => ({ place, checks: one }));

  it.each([
    ['both are ready', of(ready, ready), true, 'ok: service: 2 of 2 workers are ready'],
    ['one is ready', of(late, ready), true, 'ok: service: 1 of 2 workers are ready'],
    ['one does not respond', of(ready, null), true, 'ok: service: 1 of 2 workers are ready'],
    ['none is ready', of(late, null), false, 'not ready: service: 0 of 2 workers are ready'],
    ['all start', of(STARTING, STARTING), false, 'not ready: service: 0 of 2 workers are ready'],
  ])('when %s', (_when, workers, isReadyThen, line) => {
    const checks = checksOfNode(workers, false);
    expect([isReady(checks), textOf(checks).split('\n')[0]]).toEqual([isReadyThen, line]);
  });

  it('names what is wrong with each worker', () => {
    expect(
      textOf(checksOfNode(of(late, null, ready, STARTING), false))
        .split('\n')
        .slice(1, 5),
    ).toEqual([
      'warning: worker 0: change feed: read 60.0 s ago',
      'warning: worker 1: does not respond',
      'ok: worker 2: ready',
      'warning: worker 3: service: starting',
    ]);
  });

  it('is not ready when it stops, whatever its workers say', () => {
    const checks = checksOfNode(of(ready, ready), true);
    expect([isReady(checks), textOf(checks).split('\n')[0]]).toEqual([false, 'not ready: service: stopping']);
  });
});
