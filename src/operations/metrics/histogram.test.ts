import { describe, expect, it } from 'vitest';
import { histogram } from './family.ts';
import { Histogram } from './histogram.ts';

describe('a histogram', () => {
  it('puts a value into the first bucket that is not below it', () => {
    const sizes = new Histogram([1, 2, 4]);
    for (const value of [0, 1, 1.01, 2, 4, 4.01, 100]) sizes.observe(value);
    expect([...sizes.counts]).toEqual([2, 2, 1, 2]);
    expect([sizes.count, sizes.sum]).toEqual([7, 112.02]);
  });

  it('is exposed with cumulative buckets', () => {
    const sizes = new Histogram([1, 2]);
    for (const value of [1, 2, 3]) sizes.observe(value);
    expect(histogram('sizes', 'Sizes.', sizes).read()).toEqual([
      { metricName: 'sizes_bucket', labels: { le: '1' }, value: 1 },
      { metricName: 'sizes_bucket', labels: { le: '2' }, value: 2 },
      { metricName: 'sizes_bucket', labels: { le: '+Inf' }, value: 3 },
      { metricName: 'sizes_sum', labels: {}, value: 6 },
      { metricName: 'sizes_count', labels: {}, value: 3 },
    ]);
  });
});
