import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { CannotExamine } from './channel.ts';

/** A push that the relay has received. */
export interface RelayedPush {
  messageId: string;
  /** The text of the whole body. */
  body: string;
}

/** What goes wrong with the next push: its response is lost, or it arrives later than the pushes after it. */
type Fault = 'RESPONSE_LOST' | 'DELAYED';

/** These headers belong to one connection. The API has another address than the relay. */
const OWN_HEADERS = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'expect'];

/**
 * Receives the requests of the hotel system and forwards them to the API. The relay can lose a response or delay a
 * push, as a bad connection does.
 */
export class Relay {
  readonly pushes: RelayedPush[] = [];
  private fault: Fault | null = null;
  private struck: RelayedPush | null = null;
  private deliverLate: (() => Promise<unknown>) | null = null;
  private readonly server: Server;

  private constructor(private readonly base: string) {
    this.server = createServer((request, response) => {
      this.pass(request, response).catch(() => response.destroy());
    });
  }

  static async open(base: string, host: string, port: number): Promise<Relay> {
    const relay = new Relay(base);
    await new Promise<void>((resolve, reject) => {
      relay.server.once('error', (failure) => {
        reject(new CannotExamine(`the relay cannot use ${host}:${port} (${failure.message}): use --relay`));
      });
      relay.server.listen(port, host, resolve);
    });
    return relay;
  }

  get address(): string {
    const { address, port } = this.server.address() as AddressInfo;
    return `http://${address}:${port}`;
  }

  /** Applies the fault to the next push, and only to this push. */
  arm(fault: Fault): void {
    this.fault = fault;
    this.struck = null;
  }

  /** The push to which the fault was applied. Null if no push has arrived since `arm` was called. */
  get victim(): RelayedPush | null {
    return this.struck;
  }

  /** Delivers the delayed push now. */
  async deliverDelayed(): Promise<void> {
    await this.deliverLate?.();
    this.deliverLate = null;
  }

  disarm(): void {
    this.fault = null;
    this.deliverLate = null;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const push = pushOf(request, body);
    const fault = push === null ? null : this.fault;
    if (push !== null) this.pushes.push(push);
    if (fault !== null) {
      this.fault = null;
      this.struck = push;
    }
    const send = () => this.forward(request, body);
    if (fault === 'DELAYED') {
      this.deliverLate = send;
      response.destroy();
      return;
    }
    const received = await send();
    const bytes = Buffer.from(await received.arrayBuffer());
    if (fault === 'RESPONSE_LOST') {
      response.destroy();
      return;
    }
    const headers = [...received.headers].filter(
      ([name]) => !OWN_HEADERS.includes(name) && name !== 'content-encoding',
    );
    response.writeHead(received.status, Object.fromEntries(headers)).end(bytes);
  }

  private forward({ method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer): Promise<Response> {
    const passed = Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name));
    return fetch(this.base + url, {
      method,
      headers: passed.map(([name, value]): [string, string] => [name, String(value)]),
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
  }
}

/** Returns null if the request is not a push. */
function pushOf({ method, url, headers }: IncomingMessage, body: Buffer): RelayedPush | null {
  if (method !== 'POST' || !url?.startsWith('/supply/v1/ari')) return null;
  try {
    const text = (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString('utf8');
    return { messageId: String(JSON.parse(text).messageId), body: text };
  } catch {
    // The API refuses such a body.
    return null;
  }
}
