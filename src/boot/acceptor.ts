import { createServer, type Server, type Socket } from 'node:net';
import type { Config } from './config.ts';
import { portRefused } from './listen.ts';

/** A process that can receive connections. */
export interface Receiver {
  id: number;
  /**
   * Passes the connection to the receiver. This process keeps its copy of the connection open until the receiver has
   * accepted the connection.
   */
  give: (connection: number, socket: Socket) => void;
}

/**
 * Accepts the connections of a node and distributes them to its processes, one after another. A connection belongs to a
 * process as soon as the process has confirmed the connection. If the process ends before it confirms the connection,
 * the acceptor passes the connection to another process. No data is lost, because no process has read from the
 * connection. The module node:cluster was rejected. With node:cluster, the primary process never closes a connection
 * that was passed to a worker just before the worker ended, and the caller waits without end.
 */
export class Acceptor {
  private readonly server: Server;
  private receivers: Receiver[] = [];
  /** The ids of the receivers that get a connection only if no other receiver can take it. */
  private resting: number[] = [];
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

  /** Starts to listen, and resolves with the number of the port. */
  listen(config: Config): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', (error) => reject(portRefused(config, error)));
      this.server.listen(config.port, config.host, () => {
        this.server.on('error', () => {});
        resolve((this.server.address() as { port: number }).port);
      });
    });
  }

  /** Adds a process that takes connections from now on. */
  add(receiver: Receiver): void {
    this.receivers.push(receiver);
    for (const socket of this.waiting.splice(0)) this.hand(socket);
  }

  /** Gives connections to these processes only while no other process can take connections. */
  rest(ids: number[]): void {
    this.resting = ids;
  }

  /**
   * Gives no new connections to a process that does not respond, until the process responds again. The process keeps
   * the connections that it already has.
   */
  pause(id: number): void {
    const [paused] = this.receivers.filter((receiver) => receiver.id === id);
    if (paused === undefined) return;
    this.paused.set(id, paused);
    this.receivers = this.receivers.filter((receiver) => receiver.id !== id);
  }

  /** Gives connections again to a process that responds again. */
  resume(id: number): void {
    const paused = this.paused.get(id);
    if (paused === undefined) return;
    this.paused.delete(id);
    this.add(paused);
  }

  /** Removes a process that has ended or that takes no more connections. */
  remove(id: number): void {
    this.receivers = this.receivers.filter((receiver) => receiver.id !== id);
    this.paused.delete(id);
    for (const [connection, { socket, to }] of this.given)
      if (to === id) {
        this.given.delete(connection);
        this.hand(socket);
      }
  }

  /**
   * Closes the acceptor's copy of a connection that another process has accepted. The connection stays open, because
   * the other process has a copy too.
   */
  accepted(connection: number): void {
    this.given.get(connection)?.socket.destroy();
    this.given.delete(connection);
  }

  /** Stops accepting connections, and closes the connections that no process has taken yet. */
  close(): void {
    this.server.close();
    for (const socket of this.waiting.splice(0)) socket.destroy();
  }

  private hand(socket: Socket): void {
    const serving = this.receivers.filter(({ id }) => !this.resting.includes(id));
    const receivers = serving.length > 0 ? serving : this.receivers;
    this.turn = (this.turn + 1) % Math.max(1, receivers.length);
    const receiver = receivers[this.turn];
    if (receiver === undefined) {
      this.waiting.push(socket);
      return;
    }
    const connection = this.nextConnection++;
    this.given.set(connection, { socket, to: receiver.id });
    receiver.give(connection, socket);
  }
}
