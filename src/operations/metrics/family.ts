// Metric families with their series, and the functions that create them.

import type { Histogram } from './histogram.ts';

export type Labels = Record<string, string>;

/** One line of the text that Prometheus reads. */
export interface Sample {
  value: number;
  labels: Labels;
  /** The name of the line. It is set only for lines of histograms. All other lines have the name of the family. */
  metricName?: string;
}

/** All series that have the same name. The series are read only when the metrics are requested. */
export interface Family {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  read: () => Sample[];
}

/**
 * Returns the present value of a metric. Null means that the metric has no value now, so it is left out of the
 * response.
 */
type Read = () => number | null;

const single = (read: Read) => (): Sample[] => {
  const value = read();
  return value === null ? [] : [{ value, labels: {} }];
};

export function gauge(name: string, help: string, read: Read): Family {
  return { name, help, type: 'gauge', read: single(read) };
}

export function counter(name: string, help: string, read: Read): Family {
  return { name, help, type: 'counter', read: single(read) };
}

type ReadAll = () => [Labels, number][];

const several = (readAll: ReadAll) => (): Sample[] => readAll().map(([labels, value]) => ({ value, labels }));

export function gauges(name: string, help: string, readAll: ReadAll): Family {
  return { name, help, type: 'gauge', read: several(readAll) };
}

export function counters(name: string, help: string, readAll: ReadAll): Family {
  return { name, help, type: 'counter', read: several(readAll) };
}

export function histogram(name: string, help: string, one: Histogram): Family {
  return histograms(name, help, () => [[{}, one]]);
}

export function histograms(name: string, help: string, readAll: () => [Labels, Histogram][]): Family {
  const read = () => readAll().flatMap(([labels, one]) => samplesOf(name, labels, one));
  return { name, help, type: 'histogram', read };
}

/** Returns the lines of a histogram. In the text that Prometheus reads, the buckets are cumulative. */
function samplesOf(name: string, labels: Labels, { bounds, counts, sum }: Histogram): Sample[] {
  const samples: Sample[] = [];
  let count = 0;
  counts.forEach((inBucket, index) => {
    count += inBucket;
    const le = index < bounds.length ? String(bounds[index]) : '+Inf';
    samples.push({ value: count, labels: { ...labels, le }, metricName: `${name}_bucket` });
  });
  samples.push({ value: sum, labels, metricName: `${name}_sum` });
  samples.push({ value: count, labels, metricName: `${name}_count` });
  return samples;
}
