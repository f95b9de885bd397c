// Metrics about the memory, processor time, open files and build of a process.

import { readdirSync, readFileSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import { counter, counters, type Family, gauge, gauges, histogram, histograms } from './family.ts';
import type { ProcessWatch } from './process-watch.ts';

export interface Build {
  version: string;
  environment: string;
}

/**
 * Returns the metrics that every process of the service has. They have the same names as in other programs that
 * Prometheus monitors.
 */
export function processFamilies(watch: ProcessWatch, { version, environment }: Build): Family[] {
  const startedAt = Date.now() / 1_000 - process.uptime();
  const mostFiles = readMostFiles();
  return [
    gauges('ihc_build_info', 'Always 1. The labels contain the version of the program.', () => [
      [{ version, environment, node: process.version }, 1],
    ]),
    gauge('process_start_time_seconds', 'When the process started, as Unix time.', () => startedAt),
    counter('process_cpu_seconds_total', 'Processor time, user and system.', () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    }),
    gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss()),
    gauge('process_open_fds', 'Open files and sockets.', countOpenFiles),
    gauge('process_max_fds', 'The limit of open files and sockets.', () => mostFiles),
    gauge(
      'nodejs_heap_size_used_bytes',
      'JavaScript memory in use.',
      () => getHeapStatistics().used_heap_size,
    ),
    gauge('nodejs_heap_size_total_bytes', 'JavaScript memory, reserved.', () => {
      return getHeapStatistics().total_heap_size;
    }),
    gauge(
      'nodejs_heap_size_limit_bytes',
      'Limit of the JavaScript memory. The process ends when JavaScript needs more memory.',
      () => {
        return getHeapStatistics().heap_size_limit;
      },
    ),
    gauge('nodejs_external_memory_bytes', 'Memory of buffers and typed arrays, outside of the heap.', () => {
      return process.memoryUsage().external;
    }),
    histograms('nodejs_gc_duration_seconds', 'Duration of garbage collections, by kind.', () =>
      [...watch.garbageCollections].map(([kind, durations]) => [{ kind }, durations]),
    ),
    histogram(
      'ihc_event_loop_delay_seconds',
      'How late a timer ran. It is measured every 20 ms.',
      watch.eventLoopDelay,
    ),
    counters('ihc_event_loop_seconds_total', 'Seconds in which the event loop was active or idle.', () => {
      const { active, idle } = performance.eventLoopUtilization();
      return [
        [{ state: 'active' }, active / 1_000],
        [{ state: 'idle' }, idle / 1_000],
      ];
    }),
  ];
}

/** Returns the number of open files, or null if the system does not report it. Only Linux reports this number. */
function countOpenFiles(): number | null {
  try {
    // To read the folder, this call itself opens one descriptor. Subtract this descriptor from the number.
    return readdirSync('/proc/self/fd').length - 1;
  } catch {
    return null;
  }
}

function readMostFiles(): number | null {
  try {
    const match = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
    return match === null ? null : Number(match[1]);
  } catch {
    return null;
  }
}
