// Executes one part of a message. Takes the loaded state, and returns the data to write and the response.

import type { Day } from '../../../kernel/day.ts';
import { refuse } from '../../../kernel/refusal.ts';
import type { AriCommand, FinalResponse } from '../../booking/command.ts';
import type { WriteResponse } from '../../booking/decided.ts';
import { decidePart, nothingChanged } from './decide-ari.ts';
import { type LoadedMessage, type StoredResults, seenEventOf } from './loaded-message.ts';
import type { AriResponse, MessageCells, Note } from './message.ts';
import type { PartDecision } from './part-decision.ts';
import type { PartState } from './part-state.ts';
import type { Part } from './parts.ts';
import { changedCells, staleCells } from './seen-cells.ts';

/**
 * How far `sentAt` may be in the future. Without a limit, a system whose clock is far ahead could set fields, and
 * systems with correct clocks could then not change these fields.
 */
const AHEAD_LIMIT_MILLISECONDS = 5 * 60_000;

/** The data to write for a part, and the progress of the message. */
export interface ExecutedPart {
  command: AriCommand;
  decision: PartDecision;
  /** The number of parts of the message that were executed before this part. */
  partsDone: number;
  isComplete: boolean;
  seenEvent: number;
  receivedAt: number;
  /** Set only for the first part of a message. */
  rejected: Note[] | null;
  /** Set only for a message with `seen`. Such a message has only one part. */
  cells?: MessageCells;
}

export interface Execution {
  response: FinalResponse;
  /** Null: there is nothing to write. */
  part: ExecutedPart | null;
}

const OTHER_PLAN =
  'this message was interrupted, and what its updates name has changed since: send them again with a new messageId';
const UNFINISHED: FinalResponse = { status: 200, body: '', replayed: false, isUnfinished: true };

/** Executes the next part of a message. If the message is already complete, returns its stored result. */
export function executeAri(
  command: AriCommand,
  loaded: LoadedMessage,
  today: Day,
  write: WriteResponse,
): Execution {
  const { stored, cut, state, now } = loaded;
  if (stored !== null && stored.requestHash !== command.message.requestHash)
    return {
      part: null,
      response: write(
        command,
        refuse('IDEMPOTENCY_KEY_REUSED', 'this messageId was already used with a different body'),
      ),
    };
  const seenEvent = seenEventOf(command, loaded);
  if (stored !== null && !stored.isComplete && stored.planHash !== command.message.planHash)
    return { part: null, response: write(command, refuse('IDEMPOTENCY_KEY_REUSED', OTHER_PLAN)) };
  if (stored?.isComplete)
    return {
      part: null,
      response: complete(seenEvent, allNotes(stored.results!, []), stored.results!.cells, true),
    };
  const rejected =
    stored === null ? [...command.message.rejected, ...messageProblems(command, loaded)] : null;
  const isRefused = rejected?.some(({ at }) => at === -1) === true;
  const partsDone = stored?.partsDone ?? 0;
  const part = isRefused ? undefined : cut.parts[partsDone];
  const decision: PartDecision =
    part === undefined || state === null
      ? { ...nothingChanged(), notes: [] }
      : decidePart({ ...state, today }, command.message.products, part, command.message.isAtomic);
  const isComplete = part === undefined || partsDone + 1 === cut.parts.length;
  const cells = cellsOf(command, state === null ? null : { ...state, today }, part, decision);
  const executed: ExecutedPart = {
    ...{ command, decision, partsDone, isComplete, seenEvent, rejected },
    ...(cells !== undefined && { cells }),
    receivedAt: stored?.receivedAt ?? now,
  };
  if (!isComplete) return { part: executed, response: UNFINISHED };
  const results = rejected === null ? stored!.results! : { rejected, notes: [] };
  return { part: executed, response: complete(seenEvent, allNotes(results, decision.notes), cells, false) };
}

/**
 * Checks for problems that concern the whole message. This function is called only once per message, before its first
 * part.
 */
function messageProblems({ message }: AriCommand, { now, lastEvent, isSeenLost }: LoadedMessage): Note[] {
  const { sentAt, seenEvent } = message;
  const notes: Note[] = [];
  if (sentAt !== null && sentAt > now + AHEAD_LIMIT_MILLISECONDS)
    notes.push({ at: -1, code: 'SENT_TOO_FAR_AHEAD' });
  if (seenEvent !== null && (seenEvent > lastEvent || isSeenLost))
    notes.push({ at: -1, code: 'UNKNOWN_EVENT' });
  return notes;
}

function allNotes({ rejected, notes }: StoredResults, newNotes: Note[]): Note[] {
  return [...rejected, ...notes, ...newNotes];
}

/**
 * Returns the changed days with their new versions, and the days that somebody else has changed. The new versions are
 * known before the write, because the hotel is locked and each write increases the version of a mark by one.
 */
function cellsOf(
  { message }: AriCommand,
  state: PartState | null,
  part: Part | undefined,
  decision: PartDecision,
): MessageCells | undefined {
  if (message.seen === undefined) return undefined;
  if (state === null || part === undefined) return { changed: [], stale: [] };
  const updates = part.flatMap((one) => one.updates);
  return {
    changed: changedCells(decision, state).map((cell) => ({ ...cell, version: cell.version + 1 })),
    stale: staleCells(state, updates, message.products),
  };
}

function complete(
  seenEvent: number,
  notes: Note[],
  cells: MessageCells | undefined,
  replayed: boolean,
): FinalResponse {
  const body: AriResponse = { seenEvent, notes, ...(cells !== undefined && { cells }) };
  return { status: 200, body: JSON.stringify(body), replayed };
}
