import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const NAMED = 10;

/** The open connections of a server, and which of them carry a request that has been read and is not answered yet. */
export class Connections {
  private readonly sockets = new Set<Socket>();
  private readonly exchanges = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    server.on('request', (request, response) => this.exchanges.set(request.socket, { request, response }));
  }

  /** Closes connections on which nobody waits for an answer: idle ones, and those that never finish their request. */
  closeUnserved(): void {
    for (const socket of this.sockets) if (!this.isServed(socket)) socket.destroy();
  }

  /** Closes what is left, and says which requests get no answer. */
  closeAll(): string[] {
    const served = [...this.sockets].filter((socket) => this.isServed(socket));
    const names = served.slice(0, NAMED).map((socket) => {
      const { request } = this.exchanges.get(socket)!;
      return `unanswered ${request.method} ${request.url?.split('?')[0]}`;
    });
    if (served.length > NAMED) names.push(`and ${served.length - NAMED} more requests`);
    for (const socket of this.sockets) socket.destroy();
    return names;
  }

  private isServed(socket: Socket): boolean {
    const exchange = this.exchanges.get(socket);
    return exchange?.request.complete === true && !exchange.response.writableFinished;
  }
}
