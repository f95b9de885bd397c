import { type Day, dayInBaghdad } from '../../../kernel/day.ts';
import type { AriCommand } from '../../booking/command.ts';
import type { MessageCells, Note } from './message.ts';
import type { PartState } from './part-state.ts';
import { cutParts, type Part } from './parts.ts';

/** The progress of a message, which is stored after every part. */
export interface StoredMessage {
  requestHash: string;
  planHash: string;
  receivedAt: number;
  seenEvent: number;
  partsDone: number;
  isComplete: boolean;
  /**
   * Null: the results were not loaded. After the desk has cut the message into parts, it loads the results only for the
   * last part.
   */
  results: StoredResults | null;
}

export interface StoredResults {
  /** The rejections of updates that were already rejected before the first part was executed. */
  rejected: Note[];
  /** The notes of the parts that were executed. */
  notes: Note[];
  /** Set only for a message with `seen`. */
  cells?: MessageCells;
}

/** The stored state of a message. It was read while the hotel was locked. */
export interface FoundMessage {
  /** The time of the database's clock, plus the shift that tests add. */
  now: number;
  /** Null: no part of the message was executed. */
  stored: StoredMessage | null;
  /**
   * The number of the hotel's last event. `acknowledged` is the number of the last event that the sender has
   * acknowledged.
   */
  lastEvent: number;
  /** True if the message names an event that the database has lost. */
  isSeenLost: boolean;
  acknowledged: number;
}

/** A message with the data that its next part needs. */
export interface LoadedMessage extends FoundMessage {
  cut: CutMessage;
  /** Null: there is no part to execute, because the message is complete or must be refused. */
  state: Omit<PartState, 'today'> | null;
}

export interface CutMessage {
  base: Day;
  parts: Part[];
}

/**
 * The parts of the messages that this desk has already cut, so that the desk cuts each message only once. An entry is
 * deleted automatically when its command is no longer used.
 */
const cuts = new WeakMap<AriCommand, CutMessage>();

export function isCut(command: AriCommand): boolean {
  return cuts.has(command);
}

/**
 * Cuts a message into parts. The parts begin with the day on which the message was received, even if midnight has
 * passed since then. Messages with the same `planHash` and the same first day always give the same parts.
 */
export function cutOf(command: AriCommand, { stored, now }: FoundMessage): CutMessage {
  const known = cuts.get(command);
  if (known !== undefined) return known;
  const base = dayInBaghdad(new Date(stored?.receivedAt ?? now));
  const cut = { base, parts: cutParts(command.message, command.message.updates, base) };
  cuts.set(command, cut);
  return cut;
}

/** Returns the time at which a message arrived. Null: the message is a change on the hotel page. */
export function arrivedAtOf({ message }: AriCommand, { stored, now }: FoundMessage): number | null {
  return message.seen === undefined ? Math.round(stored?.receivedAt ?? now) : null;
}

export function seenEventOf({ message }: AriCommand, { stored, acknowledged }: FoundMessage): number {
  return stored?.seenEvent ?? message.seenEvent ?? acknowledged;
}
