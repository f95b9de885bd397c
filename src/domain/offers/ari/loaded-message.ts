import { type Day, dayInBaghdad } from '../../../kernel/day.ts';
import type { AriCommand } from '../../booking/command.ts';
import type { MessageCells, Note } from './message.ts';
import type { PartState } from './part-state.ts';
import { cutParts, type Part } from './parts.ts';

/** The progress of a message, which is stored with every part. */
export interface StoredMessage {
  requestHash: string;
  planHash: string;
  receivedAt: number;
  seenEvent: number;
  partsDone: number;
  isComplete: boolean;
  /**
   * Null: the results were not loaded. Results are not needed when this desk has already cut the message and this is
   * not the last part.
   */
  results: StoredResults | null;
}

export interface StoredResults {
  /** Why updates were left out before the first part. */
  rejected: Note[];
  /** Notes of the parts that are done. */
  notes: Note[];
  /** Set only for a message with `seen`. */
  cells?: MessageCells;
}

/** A message as the desk finds it, under the hotel's lock. */
export interface FoundMessage {
  /** The database's clock, with the shift of tests. */
  now: number;
  /** Null: the message has not begun. */
  stored: StoredMessage | null;
  /** The number of the hotel's last event, and the number of the last event that the sender has acknowledged. */
  lastEvent: number;
  acknowledged: number;
}

/** A message with what its next part needs. */
export interface LoadedMessage extends FoundMessage {
  cut: CutMessage;
  /** Null: no part is left, or the message is refused before the next part. */
  state: Omit<PartState, 'today'> | null;
}

export interface CutMessage {
  base: Day;
  parts: Part[];
}

/** Each message is cut once per desk, not once per part. The entry is freed with the command. */
const cuts = new WeakMap<AriCommand, CutMessage>();

export function isCut(command: AriCommand): boolean {
  return cuts.has(command);
}

/**
 * A message that continues is cut from the day of its first part. An equal `planHash` shows that its updates still mean
 * the same.
 */
export function cutOf(command: AriCommand, { stored, now }: FoundMessage): CutMessage {
  const known = cuts.get(command);
  if (known !== undefined) return known;
  const base = dayInBaghdad(new Date(stored?.receivedAt ?? now));
  const cut = { base, parts: cutParts(command.message, command.message.updates, base) };
  cuts.set(command, cut);
  return cut;
}

export function seenEventOf({ message }: AriCommand, { stored, acknowledged }: FoundMessage): number {
  return stored?.seenEvent ?? message.seenEvent ?? acknowledged;
}
