import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Service } from '../src/boot/service.ts';
import { Deliverer } from '../src/outgoing/delivery/deliverer.ts';
import type { Send, Senders } from '../src/outgoing/delivery/delivery.ts';
import { createPool } from '../src/platform/db/pool.ts';
import { startBenchService } from './bench-service.ts';
import { respondToParent } from './child.ts';

/** Runs a node with deliveries in its own process. A second child process with this file is the receiver. */
let service: Service | null = null;
let deliverer: Deliverer | null = null;
let pool: ReturnType<typeof createPool> | null = null;
let receiver: Server | null = null;
let received = 0;
const agent = new Agent({ keepAlive: true });

export interface Start {
  databaseUrl: string;
  /** The port of the receiver. If it is null, nothing is delivered, and events are not numbered. */
  receiverPort: number | null;
}

/** Returns a sender that sends like the webhook sender, but without TLS and signature. */
function sendTo(port: number): Send {
  return ({ messageId, kind, hotelId, bookingId }) =>
    new Promise((resolve) => {
      const body = JSON.stringify({ id: messageId, type: kind, data: { hotel_id: hotelId, bookingId } });
      const headers = { 'content-type': 'application/json', 'webhook-id': messageId };
      const sent = request({ port, host: '127.0.0.1', method: 'POST', agent, headers }, (response) => {
        response.resume();
        response.on('end', () => resolve({ kind: 'delivered' }));
      });
      sent.on('error', (error) => resolve({ kind: 'failed', error: error.message }));
      sent.end(body);
    });
}

function sendersTo(port: number): Senders {
  return { WEBHOOK: sendTo(port), HOTEL_EMAIL: null, HOTEL_MESSAGE: null, OPERATOR_EMAIL: null };
}

async function start({ databaseUrl, receiverPort }: Start): Promise<number> {
  const deliveries =
    receiverPort === null
      ? { deliveries: false }
      : { deliveries: true, deliverer: { senders: sendersTo(receiverPort) } };
  service = await startBenchService(databaseUrl, deliveries);
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  return (service.app.server.address() as AddressInfo).port;
}

/** Sends the deliveries in the table, without a service. */
function deliver({ databaseUrl, receiverPort }: { databaseUrl: string; receiverPort: number }): void {
  pool = createPool({ url: databaseUrl, size: 4, onError: () => {} });
  const senders = sendersTo(receiverPort);
  const onError = (error: Error) => console.error(error);
  deliverer = new Deliverer({ pool, senders, clockShift: () => 0, onError });
  deliverer.start();
}

async function receive(): Promise<number> {
  receiver = createServer((asked, response) => {
    asked.resume();
    asked.on('end', () => {
      received += 1;
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver!.listen(0, '127.0.0.1', resolve));
  return (receiver.address() as AddressInfo).port;
}

respondToParent({ start, deliver, receive, received: () => received }, async () => {
  await service?.close();
  await deliverer?.stop();
  await pool?.end();
  receiver?.closeAllConnections();
  receiver?.close();
});
