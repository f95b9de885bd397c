import { respondToParent } from './child.ts';
import { Connection } from './connection.ts';

/**
 * A load generator in its own process. Each connection sends a prepared request, waits for the complete response, and
 * then sends the next request, for a fixed time.
 */
export interface LoadPlan {
  port: number;
  connections: number;
  warmupMilliseconds: number;
  milliseconds: number;
  /** Connection c sends requests c, c + connections, c + 2 × connections … */
  requests: Uint8Array[];
  /** Whether requests may be repeated. If false, the load fails when it needs more requests than there are. */
  repeat: boolean;
}

export interface LoadResult {
  perSecond: number;
  p50: number;
  p99: number;
  /**
   * Counts all responses, also during the warm-up, because an error during the warm-up also makes the measurement
   * invalid.
   */
  statuses: Record<string, number>;
}

async function generate(plan: LoadPlan): Promise<LoadResult> {
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const connections = await Promise.all(
    Array.from({ length: plan.connections }, () => Connection.open(plan.port)),
  );
  const measureFrom = performance.now() + plan.warmupMilliseconds;
  const end = measureFrom + plan.milliseconds;
  await Promise.all(
    connections.map(async (connection, first) => {
      for (let index = first; performance.now() < end; index += plan.connections) {
        if (index >= plan.requests.length && !plan.repeat)
          throw new Error('too few requests: none may be repeated');
        const sentAt = performance.now();
        const { status } = await connection.exchange(plan.requests[index % plan.requests.length]!);
        const now = performance.now();
        statuses[status] = (statuses[status] ?? 0) + 1;
        // A response counts if it ends inside the window. If a response were left out because its request began before
        // the window, slow servers would look slower than they are.
        if (now >= measureFrom && now <= end) latencies.push(now - sentAt);
      }
      connection.close();
    }),
  );
  latencies.sort((one, other) => one - other);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  return { perSecond: (latencies.length * 1000) / plan.milliseconds, p50: at(0.5), p99: at(0.99), statuses };
}

respondToParent({ generate });
