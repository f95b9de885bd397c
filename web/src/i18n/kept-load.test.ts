import { describe, expect, it } from 'vitest';
import { forgetFailures, keptLoad } from './kept-load.ts';

describe('a kept load', () => {
  it('loads once', async () => {
    let loads = 0;
    const load = keptLoad(async () => ++loads);
    expect([await load(), await load()]).toEqual([1, 1]);
    forgetFailures();
    expect(await load()).toBe(1);
  });

  it('that failed loads again only after the failure was shown', async () => {
    let loads = 0;
    const load = keptLoad(async () => {
      loads += 1;
      if (loads === 1) throw new Error('offline');
      return loads;
    });
    await expect(load()).rejects.toThrow('offline');
    await expect(load()).rejects.toThrow('offline');
    forgetFailures();
    expect(await load()).toBe(2);
  });
});
