import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificate, type TestCertificate } from './certificates.ts';

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
  /** The number of the connection. All requests on one connection have the same number. */
  connection: number;
  /** When the request was complete. */
  at: number;
}

export interface Receiver {
  url: (path?: string) => string;
  port: number;
  /** The authority that signed the server's certificate. */
  ca: string[];
  received: Received[];
  /** Waits until this many requests have arrived. */
  has: (count: number) => Promise<Received[]>;
  end: () => Promise<void>;
}

type Behave = (reply: http.ServerResponse, rest: string) => void;

/**
 * What the receiver does, by the first part of the path. `/bytes/70000` has a body of 70,000 bytes. `/slow/3000` responds
 * after 3 s.
 */
const BEHAVIOURS: Record<string, Behave> = {
  ok: (reply) => reply.end('ok'),
  'no-content': (reply) => reply.writeHead(204).end(),
  hang: () => {},
  slow: (reply, rest) => {
    const timer = setTimeout(() => reply.end(), Number(rest));
    reply.once('close', () => clearTimeout(timer));
  },
  'hang-after-headers': (reply) => {
    reply.writeHead(200).flushHeaders();
  },
  drip: (reply) => {
    reply.writeHead(200);
    const timer = setInterval(() => reply.write('.'), 20);
    reply.once('close', () => clearInterval(timer));
  },
  status: (reply, rest) => reply.writeHead(Number(rest)).end(),
  redirect: (reply) => reply.writeHead(301, { location: '/ok' }).end(),
  bytes: (reply, rest) => reply.end(Buffer.alloc(Number(rest), 'x')),
  close: (reply) => reply.socket?.destroy(),
  'close-early': (reply) => {
    reply.writeHead(200, { 'content-length': 100 }).write('x', () => reply.socket?.destroy());
  },
  garbage: (reply) => reply.socket?.end('this is not HTTP\r\n\r\n'),
  upgrade: (reply) =>
    reply.socket?.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  headers: (reply) => reply.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end(),
};

const authority = makeCertificate({ name: 'Test authority', isAuthority: true });

export interface ReceiverOptions {
  /** By default, a certificate for localhost and 127.0.0.1 from the test authority. Null means plain http. */
  certificate?: TestCertificate | null;
  /** Selects the behaviour. Without this function, the path selects it. */
  behave?: (received: Received) => string;
}

/** Starts a real HTTPS server on loopback. The path of a request selects a correct or faulty behaviour. */
export async function startReceiver({ certificate, behave }: ReceiverOptions = {}): Promise<Receiver> {
  const received: Received[] = [];
  const waiting: (() => void)[] = [];
  let connections = 0;
  const numbers = new WeakMap<object, number>();
  const handle = async (request: http.IncomingMessage, reply: http.ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const one: Received = {
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString(),
      connection: numbers.get(request.socket) ?? 0,
      at: Date.now(),
    };
    received.push(one);
    for (const wake of waiting.splice(0)) wake();
    const [, name = '', rest = ''] = (behave?.(one) ?? one.path).split('/');
    (BEHAVIOURS[name] ?? BEHAVIOURS.ok!)(reply, rest);
  };
  const { cert, key } =
    certificate === null ? { cert: '', key: '' } : (certificate ?? makeCertificate({ issuer: authority }));
  const server = certificate === null ? http.createServer(handle) : https.createServer({ cert, key }, handle);
  server.on(certificate === null ? 'connection' : 'secureConnection', (socket) => {
    connections += 1;
    numbers.set(socket, connections);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path = '/ok') => `${certificate === null ? 'http' : 'https'}://localhost:${port}${path}`,
    port,
    ca: [authority.cert],
    received,
    has: async (count) => {
      while (received.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return received;
    },
    end: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
