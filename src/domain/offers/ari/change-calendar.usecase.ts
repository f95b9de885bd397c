import type { Memory, Writes } from '../../../context.ts';
import { accept, type Outcome } from '../../../kernel/refusal.ts';
import type { FinalResponse } from '../../booking/command.ts';
import type { PageFailure } from '../../staff/page-refusal.ts';
import type { SignedIn } from '../../staff/person.ts';
import {
  type CalendarChange,
  calendarWarnings,
  refuseChange,
  refuseRole,
  refuseStale,
} from './calendar-change.ts';
import type { Message, Update } from './message.ts';
import { type Pushed, pushAri } from './push-ari.usecase.ts';
import { recordRefusedChange } from './record-refused-change.usecase.ts';

/** The id of a change, its updates, and the versions of the days that the person has seen. */
export type CalendarMessage = Pick<Message, 'messageId' | 'requestHash'> & {
  updates: Update[];
  seen: NonNullable<Message['seen']>;
};

/** The outcome of a change. If the desk refuses the change, `response` is the final response to the client. */
export type ChangedCalendar =
  | { kind: 'outcome'; outcome: Outcome<CalendarChange, PageFailure> }
  | { kind: 'refused'; response: FinalResponse };

/**
 * Changes rooms and prices for a person at the hotel. Either the whole change is made, or nothing is changed. The
 * change is refused if somebody else has changed one of the days since the person loaded the day.
 */
export async function changeCalendar(
  context: Writes & Memory,
  person: SignedIn,
  { requestId, address }: { requestId: string; address: string },
  change: CalendarMessage,
): Promise<ChangedCalendar> {
  const changed = await push(context, person, requestId, change);
  if (changed.kind === 'outcome')
    await recordRefusedChange(context, { address, person }, change.updates, changed.outcome);
  return changed;
}

async function push(
  context: Writes & Memory,
  { caller, hotelId, role }: SignedIn,
  requestId: string,
  change: CalendarMessage,
): Promise<ChangedCalendar> {
  const forbidden = refuseRole(role, change.updates);
  if (forbidden !== null) return { kind: 'outcome', outcome: forbidden };
  const call = { caller, requestId, warnings: null, idempotency: null };
  const message: Message = { ...change, sentAt: null, isAtomic: true, seenEvent: null };
  const pushed = pushAri(context, call, hotelId, message);
  if (!pushed.ok) return { kind: 'outcome', outcome: pushed };
  const done = await pushed.value;
  if (done.kind === 'refused') return done;
  return { kind: 'outcome', outcome: outcomeOf(done) };
}

function outcomeOf({ hotel, result, decided, resolved }: Extract<Pushed, { kind: 'result' }>) {
  const { changed, stale } = decided.cells ?? { changed: [], stale: [] };
  if (stale.length > 0) return refuseStale(stale);
  if (result.status !== 'APPLIED') return refuseChange(result);
  return accept({ hotel, changes: changed, warnings: calendarWarnings(decided.notes, resolved) });
}
