import { respondToParent } from './child.ts';
import { Connection } from './connection.ts';
import { percentile } from './row.ts';

/**
 * A load generator that sends every request at its planned time, whether or not earlier responses have arrived. Latency
 * is measured from the planned time. If a server stops for a second, all requests of that second are late, as they
 * would be for real callers.
 */
export interface OpenLoopPlan {
  port: number;
  warmupMilliseconds: number;
  milliseconds: number;
  streams: Record<string, OpenLoopStream>;
}

export interface OpenLoopStream {
  perSecond: number;
  /** The source address of the requests. */
  from?: string;
  /** Delay before the first request. */
  offsetMilliseconds?: number;
  /** The requests, sent one after another. */
  requests: Uint8Array[];
}

export interface OpenLoopResult {
  /** Responses per second. It falls below the planned rate only when the server cannot keep up. */
  perSecond: number;
  p50: number;
  p99: number;
  statuses: Record<string, number>;
}

/** A new connection is opened when all others wait for a response. More connections would only hide an overload. */
const CONNECTIONS_LIMIT = 1_000;
const CONNECTIONS_AT_FIRST = 64;

async function send(plan: OpenLoopPlan): Promise<Record<string, OpenLoopResult>> {
  const results = await Promise.all(
    Object.entries(plan.streams).map(
      async ([name, stream]) => [name, await sendStream(plan, stream)] as const,
    ),
  );
  return Object.fromEntries(results);
}

async function sendStream(
  { port, warmupMilliseconds, milliseconds }: OpenLoopPlan,
  { perSecond, requests, from, offsetMilliseconds = 0 }: OpenLoopStream,
): Promise<OpenLoopResult> {
  const open = () => Connection.open(port, from);
  const atFirst = Math.min(CONNECTIONS_AT_FIRST, Math.ceil(perSecond));
  const idle = await Promise.all(Array.from({ length: atFirst }, open));
  let waiting = 0;
  const statuses: Record<string, number> = {};
  const latencies: number[] = [];
  const startedAt = performance.now() + offsetMilliseconds;
  const total = Math.floor(((warmupMilliseconds + milliseconds) * perSecond) / 1000);
  let lastEnd = 0;
  const exchange = async (index: number, plannedAt: number) => {
    waiting += 1;
    const connection = idle.pop() ?? (await open());
    const { status } = await connection.exchange(requests[index % requests.length]!);
    waiting -= 1;
    lastEnd = performance.now();
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (plannedAt >= startedAt + warmupMilliseconds) latencies.push(lastEnd - plannedAt);
    idle.push(connection);
  };
  const underWay: Promise<void>[] = [];
  for (let index = 0; index < total; ) {
    // All due requests are sent together, because a timer has a resolution of one millisecond.
    for (; index < total; index += 1) {
      const plannedAt = startedAt + (index * 1000) / perSecond;
      if (plannedAt > performance.now()) break;
      if (waiting >= CONNECTIONS_LIMIT) throw new Error(`${waiting} requests wait for a response`);
      underWay.push(exchange(index, plannedAt));
    }
    await new Promise((due) => setTimeout(due, 1));
  }
  await Promise.all(underWay);
  for (const connection of idle) connection.close();
  return {
    perSecond: (total * 1000) / (lastEnd - startedAt),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    statuses,
  };
}

respondToParent({ send });
