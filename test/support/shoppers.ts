import { setTimeout as sleep } from 'node:timers/promises';
import { GUEST, inDays } from './stay.ts';

export interface Partner {
  clientId: string;
  key: string;
  hotelId: string;
}

interface Made {
  id: string;
  status: 'CONFIRMED' | 'CANCELLED';
}

export interface Shopping {
  /** Bookings whose response arrived, by their Idempotency-Key, which is also their reference. */
  made: Map<string, Made>;
  /** Wrong responses. */
  problems: string[];
  /** Number of requests that were retried because a node was not running or was stopping. */
  repeated: () => number;
  /** Number of bookings whose response came from this node. */
  madeAt: (node: string) => number;
  /** The longest time from the first attempt to the response, in milliseconds. */
  longest: () => number;
  /** From now on, requests go to these nodes, one after another. */
  goTo: (nodes: string[]) => void;
  stop: () => Promise<void>;
}

/** A request that gets no final response for this long has failed. */
const PATIENCE_MILLISECONDS = 30_000;

/**
 * Shoppers of one partner, as behind a load balancer: they book, read, modify and cancel until they are stopped. When a
 * node does not respond, or responds with a retryable 503, the same request with the same key goes to the next node.
 */
export function shop({ clientId, key, hotelId }: Partner, nodes: string[], shoppers: number): Shopping {
  const made = new Map<string, Made>();
  const problems: string[] = [];
  const perNode = new Map<string, number>();
  let [turn, repeated, longest, isOver] = [0, 0, 0, false];
  let open = nodes;
  let stay: Promise<object> | null = null;

  async function send(method: 'GET' | 'POST', path: string, body: object | null, idempotencyKey: string) {
    const since = performance.now();
    for (;;) {
      const node = open[turn++ % open.length]!;
      const reply = await attempt(node, method, path, body, idempotencyKey);
      const isFinal = reply !== null && !(reply.status === 503 && reply.body.error.retryable);
      const took = performance.now() - since;
      if (isFinal) {
        longest = Math.max(longest, took);
        if (reply.status !== 200)
          problems.push(`${method} ${path} at ${node}: ${reply.status} ${JSON.stringify(reply.body)}`);
        return { ...reply, node };
      }
      if (took > PATIENCE_MILLISECONDS) throw new Error(`${method} ${path}: no response for 30 s`);
      repeated += 1;
      await sleep(50);
    }
  }

  async function attempt(
    node: string,
    method: string,
    path: string,
    body: object | null,
    idempotencyKey: string,
  ) {
    const headers = {
      'x-client-id': clientId,
      'x-api-key': key,
      ...(body !== null && { 'content-type': 'application/json', 'idempotency-key': idempotencyKey }),
    };
    try {
      const response = await fetch(`${node}${path}`, {
        method,
        headers,
        ...(body !== null && { body: JSON.stringify(body) }),
      });
      // biome-ignore lint/suspicious/noExplicitAny: tests read responses from outside, as a partner does.
      return { status: response.status, body: (await response.json()) as any };
    } catch {
      // The node is not running, or ended before it had sent the response.
      return null;
    }
  }

  async function findStay(): Promise<object> {
    const { body } = await send('GET', `/rates?hotelId=${hotelId}`, null, '');
    const plan = body.data.find((one: { code: string }) => one.code === 'BB');
    return { hotelId, roomTypeId: plan.room_type_id, ratePlanId: plan.id };
  }

  async function visit(reference: string, visitNumber: number): Promise<void> {
    stay ??= findStay();
    const day = 5 + (visitNumber % 40);
    const order = {
      ...(await stay),
      ...GUEST,
      checkIn: inDays(day),
      checkOut: inDays(day + 2),
      channelReference: reference,
    };
    const booked = await send('POST', '/bookings', order, reference);
    if (booked.status !== 200) return;
    const id: string = booked.body.data.booking_id;
    made.set(reference, { id, status: 'CONFIRMED' });
    perNode.set(booked.node, (perNode.get(booked.node) ?? 0) + 1);
    if (visitNumber % 3 === 0)
      await send('POST', `/bookings/${id}/modify`, { checkOut: inDays(day + 3) }, `${reference}-modify`);
    if (visitNumber % 4 === 0) {
      const cancelled = await send('POST', `/bookings/${id}/cancel`, {}, `${reference}-cancel`);
      if (cancelled.status === 200) made.set(reference, { id, status: 'CANCELLED' });
    }
    const read = await send('GET', `/bookings/${id}`, null, '');
    const { status } = made.get(reference)!;
    if (read.body.data?.status !== status)
      problems.push(`${reference} is ${read.body.data?.status}, expected ${status}`);
  }

  const loops = Array.from({ length: shoppers }, async (_, shopper) => {
    for (let count = 0; !isOver; count += 1)
      try {
        await visit(`shopper-${shopper}-${count}`, count);
      } catch (error) {
        problems.push((error as Error).message);
      }
  });
  return {
    made,
    problems,
    repeated: () => repeated,
    madeAt: (node) => perNode.get(node) ?? 0,
    longest: () => longest,
    goTo: (others) => {
      open = others;
    },
    stop: async () => {
      isOver = true;
      await Promise.all(loops);
    },
  };
}
