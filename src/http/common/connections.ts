// Tracks open sockets and their requests, so that the process can close idle sockets when it stops.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';

const NAMED = 10;

/**
 * The gate sets `route`. Logs contain the pattern of the route and not the address of the request, because the address
 * may contain the token of a link.
 */
export interface RoutedMessage extends IncomingMessage {
  route?: string | undefined;
}

/** Tracks the open connections of a server, and the complete requests that wait for their responses. */
export class Connections {
  private readonly sockets = new Set<Socket>();
  private readonly exchanges = new WeakMap<Socket, { request: RoutedMessage; response: ServerResponse }>();
  /**
   * With TLS, a connection has two sockets. The lower socket carries encrypted bytes, and the upper socket carries
   * requests.
   */
  private readonly above = new WeakMap<Socket, Socket>();

  /** If false, the service closes each connection after its next response. */
  isKept = true;
  private onEmpty: () => void = () => {};

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => {
        this.sockets.delete(socket);
        if (this.sockets.size === 0) this.onEmpty();
      });
    });
    // This listener must run before the listener of Fastify, because Fastify may write the headers at once.
    server.prependListener('request', (request, response) => {
      this.exchanges.set(request.socket, { request, response });
      if (!this.isKept) response.shouldKeepAlive = false;
    });
    if (server instanceof TlsServer) this.matchSockets(server);
  }

  get count(): number {
    return this.sockets.size;
  }

  /**
   * Resolves when no connection is open. This method is necessary, because the HTTP server of a worker does not wait
   * for the connections that the supervisor passed to the worker.
   */
  whenEmpty(): Promise<void> {
    return new Promise((resolve) => {
      this.onEmpty = resolve;
      if (this.sockets.size === 0) resolve();
    });
  }

  /**
   * Closes the connections that wait for no response: idle connections, connections with an incomplete request, and
   * connections with an incomplete TLS handshake.
   */
  closeUnserved(): void {
    for (const socket of this.sockets) if (!this.isServed(socket)) socket.destroy();
  }

  /** Closes all remaining connections. Returns messages that name the requests without a response. */
  closeAll(): string[] {
    const served = [...this.sockets].filter((socket) => this.isServed(socket));
    const names = served.slice(0, NAMED).map((socket) => {
      const { request } = this.exchangeOf(socket)!;
      return `no response sent to ${request.method} ${request.route ?? 'an unknown address'}`;
    });
    if (served.length > NAMED) names.push(`and ${served.length - NAMED} more requests`);
    for (const socket of this.sockets) socket.destroy();
    return names;
  }

  private isServed(socket: Socket): boolean {
    const exchange = this.exchangeOf(socket);
    return exchange?.request.complete === true && !exchange.response.writableFinished;
  }

  /**
   * Node has no function that returns the lower socket of a TLS socket. Both sockets have the same addresses and ports,
   * so this method uses these values to find the pair.
   */
  private matchSockets(server: Server): void {
    const byEnds = new Map<string, Socket>();
    server.on('connection', (socket: Socket) => {
      const ends = endsOf(socket);
      byEnds.set(ends, socket);
      socket.once('close', () => {
        if (byEnds.get(ends) === socket) byEnds.delete(ends);
      });
    });
    server.on('secureConnection', (secure: Socket) => {
      const below = byEnds.get(endsOf(secure));
      if (below !== undefined) this.above.set(below, secure);
    });
  }

  private exchangeOf(socket: Socket) {
    return this.exchanges.get(this.above.get(socket) ?? socket);
  }
}

function endsOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;
}
