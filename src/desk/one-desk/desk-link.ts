// The client side of the links between the desk and other processes.

import { connect, type TLSSocket } from 'node:tls';
import type { Command, FinalResponse } from '../../domain/booking/command.ts';
import type { Quote } from '../../domain/pricing/quote.ts';
import { monotonicNow } from '../../platform/db/monotonic.ts';
import type { BatchChanges } from '../apply-batch.ts';
import { FrameWriter } from './frame-writer.ts';
import { type FromDesk, PROTOCOL, type ToDesk } from './frames.ts';
import type { linkSecurity } from './link-key.ts';
import { readFrames } from './peer.ts';
import { toSent } from './sent-command.ts';

const CONNECT_MILLISECONDS = 1_000;
/** If a link is silent for longer than this, it is closed. The desk sends a message at least every 500 ms. */
const SILENT_MILLISECONDS = 2_000;
const WATCH_MILLISECONDS = 250;
/** A timer that fires this late means that this process was paused. */
const PAUSED_MILLISECONDS = 1_000;
/** A busy process sends a mark this often, if the desk has asked for a mark within the last second. */
const MARK_EVERY_MILLISECONDS = 2;
const MARKS_WANTED_MILLISECONDS = 1_000;

export interface DeskLinkOptions {
  address: string;
  epoch: number;
  process: string;
  node: string;
  isReluctant?: boolean;
  security: ReturnType<typeof linkSecurity>['client'];
  /** Called when the desk has accepted this process. Commands may be sent only after `open` was called. */
  onWelcome: () => void;
  onResponse: (id: number, response: FinalResponse) => void;
  onMoved: (id: number) => void;
  onKept: (id: number) => void;
  onChanges: (changes: BatchChanges) => void;
  /** Called once, when the link cannot be made or has ended. The reason is null if the link was closed on purpose. */
  onClosed: (reason: string | null) => void;
  /** Called when the desk rejects this process, because it has another key or another version. */
  onRejected: () => void;
}

/** A connection from this process to the desk of another process. The connection carries many commands at the same time. */
export class DeskLink {
  readonly address: string;
  readonly epoch: number;
  isReady = false;
  lastHeard = monotonicNow();
  private readonly options: DeskLinkOptions;
  private readonly socket: TLSSocket;
  private readonly writer: FrameWriter<ToDesk>;
  private readonly watch: NodeJS.Timeout;
  private isClosed = false;
  private lastMark = 0;
  private watchedAt = monotonicNow();
  private marksWantedUntil = 0;

  constructor(options: DeskLinkOptions) {
    this.options = options;
    this.address = options.address;
    this.epoch = options.epoch;
    const { hostname, port } = new URL(`tls://${options.address}`);
    const host = hostname.replace(/^\[|\]$/g, '');
    this.socket = connect({ host, port: Number(port), ...options.security });
    this.socket.setNoDelay(true);
    this.socket.setKeepAlive(true, 1_000);
    this.writer = new FrameWriter(this.socket);
    this.socket.once('secureConnect', () => {
      const { process, node, epoch, isReluctant = false } = options;
      this.writer.send({ kind: 'hello', protocol: PROTOCOL, process, node, epoch, isReluctant });
    });
    this.socket.once('error', (error: NodeJS.ErrnoException) => {
      // `authorizationError` is set if the server showed a certificate. A desk never shows a certificate, so the real
      // desk has not rejected this process. This process may still have to replace the real desk.
      if (this.socket.authorizationError) this.end('it is not the desk: it showed a certificate');
      else if (error.code?.startsWith('ERR_SSL')) this.reject('IHC_SIGNING_KEY is not that of the desk');
      else this.end(error.code ?? error.message);
    });
    this.socket.once('close', () => this.end('the connection was closed'));
    this.watch = setInterval(() => this.checkSilence(), WATCH_MILLISECONDS);
    this.watch.unref();
    readFrames<FromDesk>(this.socket, (message, body) => this.receive(message, body));
  }

  open(): void {
    this.isReady = true;
  }

  /**
   * Tells the desk that this process has sent every request that it read before now. From this message, the desk also
   * measures the difference of the clocks.
   */
  markNow(): void {
    this.mark(monotonicNow());
  }

  sendCommand(id: number, command: Command, arrivedAt: number): void {
    const sentAt = monotonicNow();
    this.lastMark = sentAt;
    this.writer.send({ kind: 'command', id, arrivedAt, sentAt, command: toSent(command) });
  }

  sendQuotes(id: number, quotes: Quote[]): void {
    this.writer.send({ kind: 'quotes', id, quotes });
  }

  /**
   * Sends a mark, so that the desk does not have to wait for this process. No mark is sent while no process makes a
   * booking, because the desk then does not ask for marks.
   */
  markIfWanted(): void {
    const now = monotonicNow();
    if (now < this.marksWantedUntil && now - this.lastMark >= MARK_EVERY_MILLISECONDS) this.mark(now);
  }

  close(): void {
    this.end(null);
  }

  private mark(now: number): void {
    this.lastMark = now;
    this.writer.send({ kind: 'mark', at: now });
    this.writer.flush();
  }

  private receive(message: FromDesk, body: string): void {
    this.lastHeard = monotonicNow();
    switch (message.kind) {
      case 'welcome':
        this.options.onWelcome();
        break;
      case 'refused':
        if (message.forGood) this.reject(message.reason);
        else this.end(message.reason);
        break;
      case 'response':
        this.options.onResponse(message.id, { ...message.response, body });
        break;
      case 'moved':
        this.options.onMoved(message.id);
        break;
      case 'kept':
        this.options.onKept(message.id);
        break;
      case 'changes':
        this.options.onChanges(message);
        this.writer.send({ kind: 'seen', number: message.number });
        break;
      case 'mark please':
        this.marksWantedUntil = this.lastHeard + MARKS_WANTED_MILLISECONDS;
        if (this.isReady) this.mark(this.lastHeard);
        break;
      case 'goodbye':
        this.end(null);
        break;
      case 'beat':
        // Before the link is ready, this process cannot send a mark, because it sends no commands.
        if (this.isReady) this.mark(this.lastHeard);
        else this.writer.send({ kind: 'here' });
        break;
    }
  }

  /** True if the desk has sent nothing for the time of two beats. */
  get isSilent(): boolean {
    return monotonicNow() - this.lastHeard > SILENT_MILLISECONDS / 2;
  }

  private reject(reason: string): void {
    this.options.onRejected();
    this.end(reason);
  }

  private checkSilence(): void {
    const now = monotonicNow();
    // If this process itself was paused, messages that the desk sent during the pause are still unread.
    if (now - this.watchedAt > PAUSED_MILLISECONDS) this.lastHeard = now;
    this.watchedAt = now;
    const limit = this.isReady ? SILENT_MILLISECONDS : CONNECT_MILLISECONDS;
    if (monotonicNow() - this.lastHeard > limit) this.end(`no message for ${limit} ms`);
  }

  private end(reason: string | null): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.isReady = false;
    clearInterval(this.watch);
    this.socket.destroy();
    this.options.onClosed(reason);
  }
}
