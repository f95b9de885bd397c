import { createServer, type Server, type Socket } from 'node:net';
import type { Config } from './config.ts';
import { portRefused } from './listen.ts';

/** A process that connections can be given to. */
export interface Receiver {
  id: number;
  /** Passes the connection to the receiver. This process also keeps it open until the receiver has accepted it. */
  give: (connection: number, socket: Socket) => void;
}

/**
 * Accepts the connections of a node and distributes them to its processes, one after another. A connection belongs to a
 * process when the process has confirmed it. If the process ends before that, another process gets the connection,
 * because nobody has read from it. Rejected: node:cluster. Its primary never closes such a connection, and the caller
 * waits without end.
 */
export class Acceptor {
  private readonly server: Server;
  private receivers: Receiver[] = [];
  private readonly paused = new Map<number, Receiver>();
  private readonly given = new Map<number, { socket: Socket; to: number }>();
  /** Connections that arrived while no process could take them. */
  private waiting: Socket[] = [];
  private nextConnection = 1;
  private turn = 0;

  constructor() {
    this.server = createServer({ pauseOnConnect: true }, (socket) => {
      socket.on('error', () => {});
      this.hand(socket);
    });
  }

  /** Resolves with the port. */
  listen(config: Config): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', (error) => reject(portRefused(config, error)));
      this.server.listen(config.port, config.host, () => {
        this.server.on('error', () => {});
        resolve((this.server.address() as { port: number }).port);
      });
    });
  }

  /** The process takes connections from now on. */
  add(receiver: Receiver): void {
    this.receivers.push(receiver);
    for (const socket of this.waiting.splice(0)) this.hand(socket);
  }

  /**
   * The process does not respond. It gets no more connections until it responds, and keeps those that it already has.
   */
  pause(id: number): void {
    const [paused] = this.receivers.filter((receiver) => receiver.id === id);
    if (paused === undefined) return;
    this.paused.set(id, paused);
    this.receivers = this.receivers.filter((receiver) => receiver.id !== id);
  }

  /** The process responds again. */
  resume(id: number): void {
    const paused = this.paused.get(id);
    if (paused === undefined) return;
    this.paused.delete(id);
    this.add(paused);
  }

  /** The process has ended, or takes no more connections. */
  remove(id: number): void {
    this.receivers = this.receivers.filter((receiver) => receiver.id !== id);
    this.paused.delete(id);
    for (const [connection, { socket, to }] of this.given)
      if (to === id) {
        this.given.delete(connection);
        this.hand(socket);
      }
  }

  /** The process has accepted the connection. Closing our copy does not close the connection. */
  accepted(connection: number): void {
    this.given.get(connection)?.socket.destroy();
    this.given.delete(connection);
  }

  /** Accepts no more connections. Closes connections that no process has taken yet. */
  close(): void {
    this.server.close();
    for (const socket of this.waiting.splice(0)) socket.destroy();
  }

  private hand(socket: Socket): void {
    this.turn = (this.turn + 1) % Math.max(1, this.receivers.length);
    const receiver = this.receivers[this.turn];
    if (receiver === undefined) {
      this.waiting.push(socket);
      return;
    }
    const connection = this.nextConnection++;
    this.given.set(connection, { socket, to: receiver.id });
    receiver.give(connection, socket);
  }
}
