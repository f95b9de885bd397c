import type { Queries } from '../../../context.ts';
import type { Day } from '../../../kernel/day.ts';
import { accept, type Outcome, refuseInput } from '../../../kernel/refusal.ts';
import type { Hotel } from '../../catalog/hotel.ts';
import { suppliedHotel } from '../../partners/supplied-hotel.ts';
import type { PageFailure } from '../../staff/page-refusal.ts';
import type { SignedIn } from '../../staff/person.ts';
import { messageResult } from './ari-results.ts';
import { type CalendarChange, calendarWarnings, refuseChange, refuseRole } from './calendar-change.ts';
import { decidePart } from './decide-ari.ts';
import { isRejection, type ResolvedMessage, type Update } from './message.ts';
import type { PartDecision } from './part-decision.ts';
import type { PartState } from './part-state.ts';
import { cutParts } from './parts.ts';
import { cellsProblem } from './push-ari.usecase.ts';
import { readOffer } from './read-ari.store.ts';
import { recordRefusedChange } from './record-refused-change.usecase.ts';
import { resolveMessage } from './resolve-message.ts';
import { changedCells, touchedCells } from './seen-cells.ts';
import { stateOfOffer } from './state-of-offer.ts';

/**
 * Returns the effect of a change without making the change. The preview uses the decision function of the desk, with
 * the data that is stored now.
 */
export async function previewCalendar(
  context: Queries,
  person: SignedIn,
  address: string,
  updates: Update[],
): Promise<Outcome<CalendarChange, PageFailure>> {
  const outcome = await preview(context, person, updates);
  await recordRefusedChange(context, { address, person }, updates, outcome);
  return outcome;
}

async function preview(
  context: Queries,
  { caller, hotelId, role }: SignedIn,
  updates: Update[],
): Promise<Outcome<CalendarChange, PageFailure>> {
  const { snapshot } = context;
  const hotel = suppliedHotel(snapshot, caller.client, hotelId);
  if (!hotel.ok) return hotel;
  const forbidden = refuseRole(role, updates);
  if (forbidden !== null) return forbidden;
  const problem = cellsProblem({ updates, isAtomic: true });
  if (problem !== null) return refuseInput([problem]);
  const { id } = hotel.value;
  const today = context.today();
  const message = {
    messageId: '',
    requestHash: '',
    sentAt: null,
    isAtomic: true,
    seenEvent: null,
    seen: null,
  };
  const catalogue = { roomTypes: snapshot.roomTypes.in(id), plans: snapshot.ratePlans.in(id) };
  const resolved = resolveMessage({ ...message, updates }, catalogue, today);
  const decided = await decide(context, caller.client.ledgerId, hotel.value, resolved, today);
  const notes = [...resolved.rejected, ...(decided?.decision.notes ?? [])];
  if (notes.some(({ code }) => isRejection(code))) {
    const refs = updates.map(({ ref }) => ref);
    return refuseChange(messageResult(refs, { seenEvent: 0, notes }));
  }
  const changes = decided === null ? [] : changedCells(decided.decision, decided.state);
  return accept({ hotel: hotel.value, changes, warnings: calendarWarnings(notes, resolved) });
}

/** Decides a change without the desk. Null: all updates were already rejected, so there is nothing to decide. */
async function decide(
  { pool, snapshot }: Queries,
  ledgerId: SignedIn['caller']['client']['ledgerId'],
  { id: hotelId }: Hotel,
  resolved: ResolvedMessage,
  today: Day,
): Promise<{ decision: PartDecision; state: PartState } | null> {
  const { products, updates } = resolved;
  const [part] = cutParts(resolved, updates, today);
  if (part === undefined) return null;
  const days = touchedCells(updates, products, today).map(({ day }) => day);
  const first = days.reduce((least, day) => (day < least ? day : least), days[0] ?? today);
  const last = days.reduce((most, day) => (day > most ? day : most), first);
  const idsOf = (isPlan: boolean) => products.filter((one) => one.isPlan === isPlan).map(({ id }) => id);
  const query = { ledgerId, hotelId, roomTypeIds: idsOf(false), ratePlanIds: idsOf(true), first, last };
  const stored = await readOffer(pool, query);
  const plans = new Map([...snapshot.ratePlans.in(hotelId)].map((plan) => [plan.id as string, plan]));
  const state = stateOfOffer(stored, products, plans, { today, first, last });
  return { state, decision: decidePart(state, products, part, resolved.isAtomic) };
}
