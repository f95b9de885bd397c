import { AggregatorRegistry, Registry } from 'prom-client';
import type { Family } from './family.ts';

/** The metrics of a process as plain JSON, so that they can be sent to another process. */
export type MetricsAsJson = object[];

/**
 * Returns a registry of these families. Every series has the label `worker`, so that the series of several processes
 * stay separate.
 */
export function openRegistry(families: Family[], worker: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ worker });
  for (const { name, help, type, read } of families) {
    const get = async () => ({ name, help, type, aggregator: 'first', values: read() });
    // The registry uses only these fields of a metric. The service keeps the counters itself.
    registry.registerMetric({ name, help, type, get } as never);
  }
  return registry;
}

/** Merges the metrics of several processes into one text. No two processes share a series. */
export function mergeMetrics(processes: MetricsAsJson[]): Promise<string> {
  return AggregatorRegistry.aggregate(processes).metrics();
}

export const CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;
