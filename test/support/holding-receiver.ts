import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** An event of a booking, as partners read it. */
export interface BookingEvent {
  id: string;
  type: string;
  data: { booking: { booking_id: string; revision: number } };
}

export interface Arrival {
  messageId: string;
  /** The process that has sent the event. */
  sender: string;
  event: BookingEvent;
}

/** A partner's receiver of webhooks. It verifies signatures, and can leave the requests of one process without a response. */
export class HoldingReceiver {
  readonly arrivals: Arrival[] = [];
  readonly problems: string[] = [];
  /** The secret of the webhook. */
  secret = '';
  private readonly server: Server;
  private held: { sender: string; onArrival: () => void } | null = null;

  private constructor() {
    this.server = createServer((request, response) => {
      // A killed process may have sent half a request, which does not count as arrived.
      this.receive(request, response).catch(() => response.destroy());
    });
  }

  static async start(): Promise<HoldingReceiver> {
    const receiver = new HoldingReceiver();
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}/`;
  }

  /** From now on, requests of this process get no response. Resolves when the first of these requests has arrived. */
  hold(sender: string): Promise<void> {
    return new Promise((resolve) => {
      this.held = { sender, onArrival: resolve };
    });
  }

  async end(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const headers = request.headers as Record<string, string>;
    const messageId = headers['webhook-id']!;
    const sender = headers['user-agent']!;
    try {
      const event = new Webhook(this.secret).verify(body, headers) as BookingEvent;
      this.arrivals.push({ messageId, sender, event });
    } catch (error) {
      this.problems.push(`${messageId} of ${sender}: ${(error as Error).message}`);
    }
    if (this.held?.sender === sender) return this.held.onArrival();
    // Each request opens a new connection, so that a process can be stopped before it opens one.
    response.writeHead(204, { connection: 'close' }).end();
  }
}
