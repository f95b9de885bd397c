// The server side of the links between the desk and other processes.

import { createServer, type Server, type TLSSocket } from 'node:tls';
import type { Command, FinalResponse } from '../../domain/booking/command.ts';
import type { Quote } from '../../domain/pricing/quote.ts';
import { StartRefused } from '../../kernel/start-refused.ts';
import { monotonicNow } from '../../platform/db/monotonic.ts';
import type { BatchChanges } from '../apply-batch.ts';
import { type FromDesk, PROTOCOL, type ToDesk, writeFrame } from './frames.ts';
import type { linkSecurity } from './link-key.ts';
import { Peer, readFrames } from './peer.ts';
import { ofSent } from './sent-command.ts';

const BEAT_MILLISECONDS = 500;
const SILENT_MILLISECONDS = 3_000;
/** A timer that fires this late means that this process was paused. Silent processes may then be healthy. */
const PAUSED_MILLISECONDS = 1_500;
const HELLO_MILLISECONDS = 5_000;
/** The largest error of the clocks. Requests that were read within this time of each other may change their order. */
const ORDER_TOLERANCE_MILLISECONDS = 1;
const ASK_EVERY_MILLISECONDS = 2;
/** How long the desk waits for a process that may have read an earlier request but has not sent it yet. */
const SLOW_MILLISECONDS = 1_000;
/** How long a response waits at most until the other processes of the receiving node have the changes in memory. */
const SEEN_MILLISECONDS = 1_000;

type Hello = Extract<ToDesk, { kind: 'hello' }>;

/** The functions of this process's desk that other processes use. */
export interface Serving {
  epoch: number;
  receive: (command: Command, arrivedAt: number) => Promise<FinalResponse>;
  /** Called before a response is sent to another process. */
  onResponse: (command: Command, response: FinalResponse, isReluctant: boolean) => void;
  keepQuotes: (quotes: Quote[]) => void;
  /** Called when `completeUntil` may return a later time. */
  onMark: () => void;
}

export interface DeskServerOptions {
  host: string;
  port: number;
  security: ReturnType<typeof linkSecurity>['server'];
}

/** Accepts links from other processes. The server always listens, but refuses commands while it is not the desk. */
export class DeskServer {
  private readonly options: DeskServerOptions;
  private readonly server: Server;
  private readonly sockets = new Set<TLSSocket>();
  private readonly peers = new Set<Peer>();
  private serving: Serving | null = null;
  private number = 0;
  private readonly waitingForSeen = new Set<() => void>();
  private readonly beats: NodeJS.Timeout;
  private beatAt = monotonicNow();

  constructor(options: DeskServerOptions) {
    this.options = options;
    this.server = createServer({ ...options.security, handshakeTimeout: HELLO_MILLISECONDS }, (socket) =>
      this.accept(socket),
    );
    this.beats = setInterval(() => this.beat(), BEAT_MILLISECONDS);
    this.beats.unref();
  }

  /** Starts to listen, and resolves with the address to which other processes connect. */
  listen(): Promise<string> {
    const { host, port } = this.options;
    return new Promise((resolve, reject) => {
      this.server.once('error', (error: NodeJS.ErrnoException) =>
        reject(
          new StartRefused(`cannot listen on IHC_DESK_HOST ${host}, IHC_DESK_PORT ${port} (${error.code})`),
        ),
      );
      this.server.listen(port, host, () => {
        this.server.on('error', () => {});
        const address = this.server.address() as { port: number };
        resolve(`${host.includes(':') ? `[${host}]` : host}:${address.port}`);
      });
    });
  }

  begin(serving: Serving): void {
    this.serving = serving;
  }

  /** Tells the other processes that this process is no longer the desk, and closes their links. */
  end(): void {
    this.serving = null;
    for (const peer of this.peers) {
      peer.sendNow({ kind: 'goodbye' });
      peer.close();
    }
    this.peers.clear();
    this.checkSeen();
  }

  async stop(): Promise<void> {
    clearInterval(this.beats);
    this.end();
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
      for (const socket of this.sockets) socket.destroy();
    });
  }

  /** Counts the linked processes that could become the desk. Leaves out the processes of the node `node`. */
  peersOutside(node: string | null): number {
    return [...this.peers].filter((peer) => peer.node !== node && !peer.isReluctant).length;
  }

  /** Returns true if all these processes are linked. */
  areLinked(processes: string[]): boolean {
    const linked = new Set([...this.peers].map((peer) => peer.process));
    return processes.every((process) => linked.has(process));
  }

  /**
   * Returns the time up to which every linked process has sent its commands. A process says this with a mark. If the
   * last mark of a process is old, this asks the process for a new mark.
   */
  completeUntil(): number {
    let least = Number.POSITIVE_INFINITY;
    const now = monotonicNow();
    for (const peer of this.peers) {
      if (peer.isSlow) continue;
      const until = peer.completeUntil + ORDER_TOLERANCE_MILLISECONDS;
      if (until < now) this.askForMark(peer, now);
      least = Math.min(least, until);
    }
    return least;
  }

  /** Asks for marks when a command arrives, so that the marks have arrived when the command can be decided. */
  expectCommand(): void {
    const now = monotonicNow();
    for (const peer of this.peers)
      if (
        now - peer.completeUntil > ASK_EVERY_MILLISECONDS &&
        now - peer.lastAskedAt > ASK_EVERY_MILLISECONDS
      )
        this.askForMark(peer, now);
  }

  /** Sends the changes of a batch to every linked process. */
  publish(changes: BatchChanges): void {
    this.number += 1;
    if (this.peers.size === 0) return;
    const message: FromDesk = { kind: 'changes', number: this.number, ...changes };
    const frame = writeFrame(message);
    for (const peer of this.peers) peer.sendFrame(frame);
  }

  /**
   * Returns null when all processes of a node have all changes in memory. Otherwise returns a promise that resolves
   * when these processes have all changes.
   */
  whenSeenBy(node: string, except: Peer | null): Promise<void> | null {
    const { number } = this;
    const isMissing = () => {
      for (const peer of this.peers)
        if (peer.node === node && peer !== except && peer.seen < number) return true;
      return false;
    };
    if (!isMissing()) return null;
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(patience);
        this.waitingForSeen.delete(check);
        resolve();
      };
      const check = () => {
        if (!isMissing()) done();
      };
      const patience = setTimeout(done, SEEN_MILLISECONDS);
      this.waitingForSeen.add(check);
    });
  }

  private checkSeen(): void {
    for (const check of this.waitingForSeen) check();
  }

  private askForMark(peer: Peer, now: number): void {
    if (peer.askedAt !== null) return;
    peer.askedAt = now;
    peer.lastAskedAt = now;
    peer.sendNow({ kind: 'mark please' });
    setTimeout(() => {
      if (peer.askedAt !== now) return;
      peer.isSlow = true;
      this.serving?.onMark();
    }, SLOW_MILLISECONDS).unref();
  }

  /**
   * Sends a beat to every linked process, which must respond. If a process does not respond, the desk closes the link,
   * and no longer waits for marks of this process.
   */
  private beat(): void {
    const now = monotonicNow();
    const wasPaused = now - this.beatAt > PAUSED_MILLISECONDS;
    this.beatAt = now;
    for (const peer of this.peers)
      if (!wasPaused && now - peer.lastHeard > SILENT_MILLISECONDS) {
        this.forget(peer);
        peer.cut();
      } else peer.sendNow({ kind: 'beat' });
  }

  private accept(socket: TLSSocket): void {
    this.sockets.add(socket);
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 1_000);
    let peer: Peer | null = null;
    const impatience = setTimeout(() => socket.destroy(), HELLO_MILLISECONDS);
    socket.on('error', () => {});
    socket.once('close', () => {
      clearTimeout(impatience);
      this.sockets.delete(socket);
      if (peer !== null) this.forget(peer);
    });
    readFrames<ToDesk>(socket, (message) => {
      if (peer !== null) return this.receive(peer, message);
      clearTimeout(impatience);
      if (message.kind === 'hello') peer = this.welcome(socket, message);
    });
  }

  private welcome(socket: TLSSocket, hello: Hello): Peer | null {
    const peer = new Peer(socket, hello, this.number);
    const { serving } = this;
    if (hello.protocol !== PROTOCOL || serving === null || serving.epoch !== hello.epoch) {
      const forGood = hello.protocol !== PROTOCOL;
      const reason = forGood
        ? `the desk speaks version ${PROTOCOL} of the protocol, not ${hello.protocol}`
        : `this process is not the desk of epoch ${hello.epoch}`;
      peer.sendNow({ kind: 'refused', reason, forGood });
      peer.close();
      return null;
    }
    this.peers.add(peer);
    peer.sendNow({ kind: 'welcome', epoch: serving.epoch });
    return peer;
  }

  private forget(peer: Peer): void {
    this.peers.delete(peer);
    this.checkSeen();
    this.serving?.onMark();
  }

  private receive(peer: Peer, message: ToDesk): void {
    peer.lastHeard = monotonicNow();
    switch (message.kind) {
      case 'command':
        peer.mark(message.sentAt);
        this.execute(peer, message.id, ofSent(message.command), peer.arrivalOf(message.arrivedAt));
        break;
      case 'quotes':
        this.serving?.keepQuotes(message.quotes);
        peer.send({ kind: 'kept', id: message.id });
        break;
      case 'mark':
        peer.mark(message.at);
        this.serving?.onMark();
        break;
      case 'seen':
        peer.seen = message.number;
        this.checkSeen();
        break;
      case 'hello':
      case 'here':
        break;
    }
  }

  private execute(peer: Peer, id: number, command: Command, arrivedAt: number): void {
    const { serving } = this;
    if (serving === null) {
      peer.send({ kind: 'moved', id });
      return;
    }
    serving.receive(command, arrivedAt).then(
      async (final) => {
        await this.whenSeenBy(peer.node, peer);
        serving.onResponse(command, final, peer.isReluctant);
        const { body, ...response } = final;
        peer.send({ kind: 'response', id, response }, body);
      },
      () => peer.send({ kind: 'moved', id }),
    );
  }
}
