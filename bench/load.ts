import { connect, type Socket } from 'node:net';

/**
 * A load generator that costs little: it shares two cores with what it measures. Each connection sends a ready-made
 * request, waits for the whole answer and sends the next, for a bounded time. Runs as a process of its own.
 */
export interface LoadPlan {
  port: number;
  connections: number;
  warmupMilliseconds: number;
  milliseconds: number;
  /** Requests as bytes, base64: connection c sends requests c, c + connections, c + 2 × connections … */
  requests: string[];
}

export interface LoadResult {
  perSecond: number;
  p50: number;
  p99: number;
  statuses: Record<string, number>;
}

async function generate(plan: LoadPlan): Promise<LoadResult> {
  const requests = plan.requests.map((text) => Buffer.from(text, 'base64'));
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const measureFrom = performance.now() + plan.warmupMilliseconds;
  const end = measureFrom + plan.milliseconds;
  await Promise.all(
    Array.from({ length: plan.connections }, async (_, first) => {
      const socket = await open(plan.port);
      for (let index = first; performance.now() < end; index += plan.connections) {
        const sentAt = performance.now();
        const status = await exchange(socket, requests[index % requests.length]!);
        const now = performance.now();
        if (sentAt < measureFrom || now > end) continue;
        latencies.push(now - sentAt);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
      socket.destroy();
    }),
  );
  latencies.sort((one, other) => one - other);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  return { perSecond: (latencies.length * 1000) / plan.milliseconds, p50: at(0.5), p99: at(0.99), statuses };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.setNoDelay(true);
    socket.on('error', reject);
  });
}

/** One request and its answer, whose length its header tells. */
function exchange(socket: Socket, request: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let received: Buffer = Buffer.alloc(0);
    let expected = -1;
    const onData = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      if (expected < 0) {
        const headerEnd = received.indexOf('\r\n\r\n');
        if (headerEnd < 0) return;
        const header = received.toString('latin1', 0, headerEnd).toLowerCase();
        const length = /content-length: (\d+)/.exec(header);
        if (length === null) throw new Error(`an answer without content-length: ${header}`);
        expected = headerEnd + 4 + Number(length[1]);
      }
      if (received.length < expected) return;
      socket.off('data', onData);
      resolve(received.toString('latin1', 9, 12));
    };
    socket.on('data', onData);
    socket.write(request);
  });
}

process.once('message', async (plan: LoadPlan) => {
  process.send!(await generate(plan));
  process.exit(0);
});
