// Stores what the desk knows about a linked process: its clock, its marks, and the changes that it has in memory.

import type { TLSSocket } from 'node:tls';
import { monotonicNow } from '../../platform/db/monotonic.ts';
import { ArrivalClock } from './arrival-clock.ts';
import { FrameWriter } from './frame-writer.ts';
import { FrameReader, type FromDesk, type ToDesk } from './frames.ts';

/** If a process does not read its messages, its link is closed before the messages fill the desk's memory. */
const LARGEST_BACKLOG = 64 * 1024 * 1024;

/** Another process that is linked to this desk, as the desk sees it. */
export class Peer {
  readonly process: string;
  readonly node: string;
  readonly isReluctant: boolean;
  /** The process has sent every request that it read before this time on our clock. */
  completeUntil = 0;
  /** The time of our last request for a mark. Null when the process has sent the mark. */
  askedAt: number | null = null;
  lastAskedAt = 0;
  /**
   * True until the process sends its first mark, and again when a mark is too late. The desk does not wait for a slow
   * process.
   */
  isSlow = true;
  lastHeard = monotonicNow();
  /** The number of the last change that the process has in its memory. */
  seen: number;
  private readonly clock = new ArrivalClock();
  private readonly writer: FrameWriter<FromDesk>;
  private readonly socket: TLSSocket;

  constructor(socket: TLSSocket, hello: Extract<ToDesk, { kind: 'hello' }>, seen: number) {
    this.socket = socket;
    this.process = hello.process;
    this.node = hello.node;
    this.isReluctant = hello.isReluctant ?? false;
    this.seen = seen;
    this.writer = new FrameWriter(socket);
  }

  send(message: FromDesk, body?: string): void {
    this.writer.send(message, body);
    this.checkBacklog();
  }

  sendFrame(frame: Buffer): void {
    this.writer.sendFrame(frame);
    this.checkBacklog();
  }

  sendNow(message: FromDesk): void {
    this.writer.send(message);
    this.writer.flush();
  }

  /** Records that the process has sent every request that it read before `sentAt`, which is a time on its clock. */
  mark(sentAt: number): void {
    const now = monotonicNow();
    this.clock.learn(sentAt, now);
    this.completeUntil = Math.max(this.completeUntil, this.clock.toOurs(sentAt, now));
    this.askedAt = null;
    this.isSlow = false;
  }

  /** Converts the time at which the process read a command to a time on our clock. */
  arrivalOf(arrivedAt: number): number {
    return this.clock.toOurs(arrivedAt, monotonicNow());
  }

  cut(): void {
    this.socket.destroy();
  }

  close(): void {
    this.writer.flush();
    this.socket.end();
  }

  private checkBacklog(): void {
    if (this.writer.unsent > LARGEST_BACKLOG) this.socket.destroy();
  }
}

/** Reads frames from a socket until the socket is closed. An unreadable frame closes the socket. */
export function readFrames<Message>(
  socket: TLSSocket,
  onFrame: (message: Message, body: string) => void,
): void {
  const reader = new FrameReader<Message>(onFrame);
  socket.on('data', (chunk: Buffer) => {
    try {
      reader.push(chunk);
    } catch (error) {
      socket.destroy(error as Error);
    }
  });
}
