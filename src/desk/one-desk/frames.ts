import type { FinalResponse } from '../../domain/booking/command.ts';
import type { Quote } from '../../domain/pricing/quote.ts';
import type { BatchChanges } from '../apply-batch.ts';
import type { SentCommand } from './sent-command.ts';

/**
 * The version of the messages between the desk and other processes. The version is increased when the meaning of a
 * message changes, because processes of two versions must not misunderstand each other.
 */
export const PROTOCOL = 1;

/** A message from a process to the desk. Times are on the sender's monotonic clock. */
export type ToDesk =
  /** If `isReluctant` is true, the sender does not become the desk while another process can. */
  | {
      kind: 'hello';
      protocol: number;
      process: string;
      node: string;
      epoch: number;
      isReluctant?: boolean;
    }
  /** A command is also a mark: the sender has sent every request that it read before `sentAt`. */
  | { kind: 'command'; id: number; arrivedAt: number; sentAt: number; command: SentCommand }
  | { kind: 'quotes'; id: number; quotes: Quote[] }
  /** A mark says that the sender has sent every request that it read before `at`. */
  | { kind: 'mark'; at: number }
  /** A process that is not ready yet responds to a beat with this message. */
  | { kind: 'here' }
  /** The sender has all changes up to this number in its memory. */
  | { kind: 'seen'; number: number };

/** A message from the desk to a process. */
export type FromDesk =
  | { kind: 'welcome'; epoch: number }
  /** If `forGood` is true, another attempt would also be refused. */
  | { kind: 'refused'; reason: string; forGood: boolean }
  /** The body of the response follows the head of the frame, without JSON quoting. */
  | { kind: 'response'; id: number; response: Omit<FinalResponse, 'body'> }
  /** The command was not executed, because the sender is no longer the desk. */
  | { kind: 'moved'; id: number }
  | { kind: 'kept'; id: number }
  | ({ kind: 'changes'; number: number } & BatchChanges)
  | { kind: 'mark please' }
  | { kind: 'beat' }
  /** The sender is no longer the desk. The receiver must look for the next desk. */
  | { kind: 'goodbye' };

const LENGTHS = 8;
/** No message is this large. A larger length means that the sender does not use this protocol. */
const LARGEST = 64 * 1024 * 1024;

/**
 * Writes a frame. A frame consists of the length of the rest, the length of the head, the head as JSON, and the body.
 */
export function writeFrame(head: object, body = ''): Buffer {
  const text = JSON.stringify(head);
  const headLength = Buffer.byteLength(text);
  const bodyLength = body === '' ? 0 : Buffer.byteLength(body);
  const frame = Buffer.allocUnsafe(LENGTHS + headLength + bodyLength);
  frame.writeUInt32BE(4 + headLength + bodyLength, 0);
  frame.writeUInt32BE(headLength, 4);
  frame.write(text, LENGTHS, 'utf8');
  if (bodyLength > 0) frame.write(body, LENGTHS + headLength, 'utf8');
  return frame;
}

/** Cuts a stream of bytes into frames. Throws when the bytes cannot be frames. */
export class FrameReader<Message> {
  private rest: Buffer = Buffer.alloc(0);
  /**
   * The pieces of an incomplete frame. The pieces are joined only once, because a large frame arrives in hundreds of
   * pieces.
   */
  private pieces: Buffer[] = [];
  private missing = 0;
  private readonly onFrame: (message: Message, body: string) => void;

  constructor(onFrame: (message: Message, body: string) => void) {
    this.onFrame = onFrame;
  }

  push(chunk: Buffer): void {
    this.missing -= chunk.length;
    if (this.missing > 0) {
      this.pieces.push(chunk);
      return;
    }
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, ...this.pieces, chunk]);
    this.pieces = [];
    this.missing = 0;
    let at = 0;
    while (bytes.length - at >= LENGTHS) {
      const end = at + 4 + bytes.readUInt32BE(at);
      const headEnd = at + LENGTHS + bytes.readUInt32BE(at + 4);
      if (end - at > LARGEST || headEnd > end) throw new Error('the other side does not speak this protocol');
      if (end > bytes.length) {
        this.missing = end - bytes.length;
        break;
      }
      const head = JSON.parse(bytes.toString('utf8', at + LENGTHS, headEnd)) as Message;
      this.onFrame(head, bytes.toString('utf8', headEnd, end));
      at = end;
    }
    this.rest = bytes.subarray(at);
  }
}
