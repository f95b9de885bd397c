import { get } from 'node:http';
import { pino } from 'pino';
import { NodeMetrics } from '../../src/operations/metrics/node-metrics.ts';
import type { TestService } from './service.ts';

export interface Page {
  status: number;
  text: string;
  headers: Record<string, string | string[] | undefined>;
}

/** Reads a page on a new connection. */
export function readPage(address: string): Promise<Page> {
  return new Promise((resolve, reject) => {
    get(address, { agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode!, text, headers: response.headers }));
    }).on('error', reject);
  });
}

/** Returns the series in a text of metrics, by name and labels as they are written. */
export function seriesOf(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  );
}

/** Adds up the series with this name whose labels contain all the given texts. */
export function sumOf(text: string, name: string, ...labels: string[]): number {
  let sum = 0;
  for (const [series, value] of seriesOf(text))
    if (series.replace(/\{.*/, '') === name && labels.every((label) => series.includes(label))) sum += value;
  return sum;
}

/** Opens the metrics server on a free port, beside a service in this process. */
export async function openTestMetrics(): Promise<{ address: string; metrics: NodeMetrics }> {
  const metrics = new NodeMetrics({
    ...{ host: '127.0.0.1', port: 0, log: pino({ level: 'silent' }) },
    build: { version: '0.0.0', environment: 'sandbox' },
  });
  return { address: await metrics.listen(), metrics };
}

export function showTestService(metrics: NodeMetrics, service: TestService): void {
  metrics.showService(service.report!);
}
