// Converts the body of a request into a message of the domain.

import { hash } from 'node:crypto';
import type { InvalidUpdate, Message, Update } from '../../domain/offers/ari/message.ts';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { getDay } from '../../kernel/day.ts';
import { parseInstant } from '../../kernel/instant.ts';
import { accept, type FieldProblem, type Outcome, refuseInput } from '../../kernel/refusal.ts';
import { type AriBody, type AriUpdate, WEEKDAYS } from './ari.schema.ts';
import { type CheckUpdate, refProblems, updateProblems } from './update-problems.ts';

const A_TIME = 'sentAt must be an instant with its offset, such as 2027-01-10T08:30:00.000Z';

/**
 * Returns the message of a request. The validator has already checked the body, but not the updates in it. `check`
 * checks one update. A wrong update stays in the message, because only the desk rejects updates.
 */
export function readMessage(body: AriBody, check: CheckUpdate): Outcome<Message> {
  const sentAt = body.sentAt === undefined ? null : parseInstant(body.sentAt);
  const problems: FieldProblem[] = [];
  if (body.sentAt !== undefined && sentAt === null)
    problems.push({ field: 'sentAt', code: 'INVALID_FORMAT', message: A_TIME });
  const wrongRefs = refProblems(body.updates);
  problems.push(...wrongRefs);
  // From here on, every update is an object with a `ref`.
  const updates = body.updates as AriUpdate[];
  const repeated = wrongRefs.length > 0 ? null : repeatedRef(updates);
  if (repeated !== null)
    problems.push({
      field: `updates.${repeated}.ref`,
      code: 'NOT_ALLOWED',
      message: `updates.${repeated}.ref is used by another update of this message`,
    });
  if (problems.length > 0) return refuseInput(problems);
  const read = updates.map((update, index): Update | InvalidUpdate => {
    const wrong = updateProblems(check, update, index);
    return wrong.length > 0 ? { ref: update.ref, problems: wrong } : readUpdate(update);
  });
  return accept({
    messageId: body.messageId,
    requestHash: hashOf(body, updates, read),
    sentAt,
    isAtomic: body.atomic ?? false,
    seenEvent: body.seenEvent ?? null,
    seen: null,
    updates: read,
  });
}

/**
 * Returns a hash. Equal messages have equal hashes, even if the order of their fields differs. The hash is computed
 * from the fields in a fixed order. For 7,300 updates, this takes 10 ms. With canonicalJson, it took 80 ms.
 */
function hashOf(
  { hotelId, messageId, sentAt, atomic, seenEvent }: AriBody,
  updates: AriUpdate[],
  read: (Update | InvalidUpdate)[],
): string {
  const written = updates.map((update, index) => {
    // An invalid update can contain anything.
    if ('problems' in read[index]!) return canonicalJson(update);
    const { ref, roomType, ratePlan, from, to, weekdays, set } = update;
    const { allotment, roomsLeft, blocked, stopSell, cta, ctd, minStay, minStayThrough, maxStay, prices } =
      set;
    const fields = [allotment, roomsLeft, blocked, stopSell, cta, ctd, minStay, minStayThrough, maxStay];
    // JSON writes `null` for both null and undefined in an array, so undefined becomes "-".
    const given = fields.map((field) => (field === undefined ? '-' : field));
    const { single, double, extraAdult, child } = prices ?? {};
    const priced = prices === undefined ? '-' : prices === null ? null : [single, double, extraAdult, child];
    return [ref, roomType, ratePlan, from, to, weekdays, given, priced];
  });
  return hash('sha256', JSON.stringify([hotelId, messageId, sentAt, atomic, seenEvent, written]), 'hex');
}

function repeatedRef(updates: AriUpdate[]): number | null {
  const refs = new Set<string>();
  for (const [index, { ref }] of updates.entries()) {
    if (refs.has(ref)) return index;
    refs.add(ref);
  }
  return null;
}

function readUpdate({ ref, roomType, ratePlan, from, to, weekdays, set }: AriUpdate): Update {
  return {
    ref,
    roomType,
    ratePlan: ratePlan ?? null,
    first: getDay(from),
    last: getDay(to),
    weekdays: weekdays === undefined ? null : weekdays.map((name) => WEEKDAYS.indexOf(name as never)),
    set: set as Update['set'],
  };
}
