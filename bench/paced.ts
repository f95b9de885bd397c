import { setTimeout as sleep } from 'node:timers/promises';
import { respondToParent } from './child.ts';
import { Connection } from './connection.ts';
import { percentile } from './row.ts';

/**
 * Sends bookings at a fixed rate and does not wait for earlier responses, because guests do not wait for each other.
 * After some bookings, the caller reads the availability of the nights it has just booked.
 */
export interface PacedPlan {
  port: number;
  perSecond: number;
  bookings: Uint8Array[];
  /**
   * The availability request to send after each booking, for the nights of this booking. Null for most bookings. Before
   * the booking, nobody has booked these nights.
   */
  looks: (Uint8Array | null)[];
}

export interface PacedResult {
  perSecond: number;
  p99: number;
  statuses: Record<string, number>;
  looks: number;
  /** How many reads did not show the booking that had just been confirmed. */
  stale: number;
}

const CONNECTIONS = 64;

async function book(plan: PacedPlan): Promise<PacedResult> {
  const idle = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(plan.port)));
  const result: PacedResult = { perSecond: 0, p99: 0, statuses: {}, looks: 0, stale: 0 };
  const latencies: number[] = [];
  const underWay = new Set<Promise<void>>();
  const startedAt = performance.now();
  const bookOne = async (connection: Connection, index: number) => {
    const sentAt = performance.now();
    const { status } = await connection.exchange(plan.bookings[index]!);
    latencies.push(performance.now() - sentAt);
    result.statuses[status] = (result.statuses[status] ?? 0) + 1;
    const look = plan.looks[index];
    if (look) {
      const response = await connection.exchange(look);
      result.looks += 1;
      if (!showsBooking(response.body())) result.stale += 1;
    }
    idle.push(connection);
  };
  for (let index = 0; index < plan.bookings.length; index += 1) {
    const wait = startedAt + (index * 1000) / plan.perSecond - performance.now();
    if (wait > 0) await sleep(wait);
    while (idle.length === 0) await Promise.race(underWay);
    const booking = bookOne(idle.pop()!, index).finally(() => underWay.delete(booking));
    underWay.add(booking);
  }
  await Promise.all(underWay);
  for (const connection of idle) connection.close();
  result.perSecond = (plan.bookings.length * 1000) / (performance.now() - startedAt);
  result.p99 = percentile(latencies, 0.99);
  return result;
}

function showsBooking(body: string): boolean {
  const { data } = JSON.parse(body) as { data: { booked: number }[] };
  return data.length > 0 && data.every((night) => night.booked === 1);
}

respondToParent({ book });
