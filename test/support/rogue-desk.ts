import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { FrameReader, type FromDesk, type ToDesk, writeFrame } from '../../src/desk/one-desk/frames.ts';
import type { CounterValue } from '../../src/desk/write/write-counters.store.ts';
import { makeCertificate } from './certificates.ts';

export const FORGED_BODY = '{"success":true,"data":{"status":"FORGED"}}';

export interface RogueDesk {
  port: number;
  /** A process that starts with these variables trusts the authority of this server's certificate. */
  environment: { NODE_EXTRA_CA_CERTS: string };
  connections: () => number;
  /** All messages that processes have sent to this server. */
  heard: ToDesk[];
  close: () => Promise<void>;
}

/**
 * Starts a server that uses the protocol of the desk without the key. Its certificate comes from an authority that the
 * other side may trust. The server sends a welcome and a forged change on every connection, and confirms every command.
 */
export async function startRogueDesk(counter: CounterValue, port = 0): Promise<RogueDesk> {
  const authority = makeCertificate({ name: 'An authority', isAuthority: true });
  const { cert, key } = makeCertificate({ name: 'somebody else', issuer: authority });
  const folder = await mkdtemp(join(tmpdir(), 'ihc-authority-'));
  const file = join(folder, 'authority.pem');
  await writeFile(file, authority.cert);
  const heard: ToDesk[] = [];
  const sockets = new Set<{ destroy(): unknown }>();
  let connections = 0;
  const server = createServer({ cert, key, minVersion: 'TLSv1.3' }, (socket: TLSSocket) => {
    const send = (message: FromDesk, body?: string) => socket.write(writeFrame(message, body));
    send({ kind: 'welcome', epoch: 1 });
    send({ kind: 'changes', number: 1, databaseNow: Date.now(), counters: [counter], holds: [] });
    const reader = new FrameReader<ToDesk>((message) => {
      heard.push(message);
      if (message.kind === 'command')
        send({ kind: 'response', id: message.id, response: { status: 200, replayed: false } }, FORGED_BODY);
    });
    socket.on('data', (chunk) => reader.push(chunk)).on('error', () => {});
  });
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => {});
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    environment: { NODE_EXTRA_CA_CERTS: file },
    connections: () => connections,
    heard,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}
