import { hash } from 'node:crypto';
import type { Message, Update } from '../../ari/message.ts';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { getDay } from '../../kernel/day.ts';
import { parseInstant } from '../../kernel/instant.ts';
import { accept, type FieldProblem, type Outcome, refuseInput } from '../../kernel/refusal.ts';
import { type AriBody, type AriUpdate, WEEKDAYS } from './ari.schema.ts';

const A_TIME = 'sentAt must be an instant with its offset, such as 2027-01-10T08:30:00.000Z';

/** The message of a request whose shape is right. */
export function readMessage(body: AriBody): Outcome<Message> {
  const sentAt = body.sentAt === undefined ? null : parseInstant(body.sentAt);
  const problems: FieldProblem[] = [];
  if (body.sentAt !== undefined && sentAt === null)
    problems.push({ field: 'sentAt', code: 'INVALID_FORMAT', message: A_TIME });
  const repeated = repeatedRef(body.updates);
  if (repeated !== null)
    problems.push({
      field: `updates.${repeated}.ref`,
      code: 'NOT_ALLOWED',
      message: `updates.${repeated}.ref is used by another update of this message`,
    });
  if (problems.length > 0) return refuseInput(problems);
  return accept({
    messageId: body.messageId,
    requestHash: hash('sha256', canonicalJson(body), 'hex'),
    sentAt,
    isAtomic: body.atomic ?? false,
    seenEvent: body.seenEvent ?? null,
    updates: body.updates.map(readUpdate),
  });
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
