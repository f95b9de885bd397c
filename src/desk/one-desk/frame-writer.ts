// Joins frames that are sent at the same time.

import type { Writable } from 'node:stream';
import { monotonicNow } from '../../platform/db/monotonic.ts';
import { writeFrame } from './frames.ts';

/**
 * Frames of one event loop turn are sent together. No frame waits longer than this time, because a command that reaches
 * the desk late could lose its place in the queue.
 */
const LONGEST_WAIT_MILLISECONDS = 1;
const LARGEST_WRITE = 64 * 1024;

/** Sends frames. Several frames share one write, because each write costs a system call and an encrypted record. */
export class FrameWriter<Message extends object> {
  private frames: Buffer[] = [];
  private bytes = 0;
  private firstAt = 0;
  private readonly stream: Writable;

  constructor(stream: Writable) {
    this.stream = stream;
  }

  send(message: Message, body?: string): void {
    this.sendFrame(writeFrame(message, body));
  }

  /** Sends a prepared frame. A frame for several processes is prepared only once. */
  sendFrame(frame: Buffer): void {
    const now = monotonicNow();
    if (this.frames.length === 0) {
      this.firstAt = now;
      setImmediate(() => this.flush());
    }
    this.frames.push(frame);
    this.bytes += frame.length;
    if (this.bytes >= LARGEST_WRITE || now - this.firstAt >= LONGEST_WAIT_MILLISECONDS) this.flush();
  }

  flush(): void {
    if (this.frames.length === 0) return;
    const frames = this.frames;
    this.frames = [];
    this.bytes = 0;
    if (!this.stream.destroyed) this.stream.write(frames.length === 1 ? frames[0]! : Buffer.concat(frames));
  }

  /** The number of bytes that the socket has not sent yet. */
  get unsent(): number {
    return this.bytes + this.stream.writableLength;
  }
}
