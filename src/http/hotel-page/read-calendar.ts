import { hash } from 'node:crypto';
import type { CalendarMessage } from '../../domain/offers/ari/change-calendar.usecase.ts';
import type { Update } from '../../domain/offers/ari/message.ts';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { getDay } from '../../kernel/day.ts';
import { accept, type FieldProblem, type Outcome, refuseInput } from '../../kernel/refusal.ts';
import { type ChangeRequest, type UpdateBody, WEEKDAYS } from './calendar.schema.ts';

/** Returns the updates of a request. The body was already checked against the schema. */
export function readUpdates(updates: UpdateBody[]): Outcome<Update[]> {
  const problems = updates.flatMap(({ rate_plan, set }, index): FieldProblem[] => {
    if (rate_plan === undefined || set.closed === undefined) return [];
    const field = `updates.${index}.set.closed`;
    return [{ field, code: 'NOT_ALLOWED', message: `${field} is for room types: leave out rate_plan` }];
  });
  return problems.length > 0 ? refuseInput(problems) : accept(updates.map(readUpdate));
}

export function readChange(body: ChangeRequest): Outcome<CalendarMessage> {
  const updates = readUpdates(body.updates);
  if (!updates.ok) return updates;
  const { id, seen } = body;
  return accept({
    messageId: id.toLowerCase(),
    requestHash: hash('sha256', canonicalJson({ updates: body.updates, seen }), 'hex'),
    updates: updates.value,
    seen: seen.map(([product, day, version]) => ({
      product: product.toLowerCase(),
      day: getDay(day),
      version,
    })),
  });
}

function readUpdate({ room_type, rate_plan, from, to, weekdays, set }: UpdateBody, index: number): Update {
  const { closed, allotment, prices } = set;
  return {
    ref: String(index + 1),
    roomType: room_type,
    ratePlan: rate_plan ?? null,
    first: getDay(from),
    last: getDay(to),
    weekdays: weekdays === undefined ? null : weekdays.map((name) => WEEKDAYS.indexOf(name)),
    set: {
      ...(closed !== undefined && { stopSell: closed }),
      ...(allotment !== undefined && { allotment }),
      ...(prices !== undefined && { prices: readPrices(prices) }),
    },
  };
}

function readPrices(prices: UpdateBody['set']['prices']): NonNullable<Update['set']['prices']> | null {
  if (prices === null || prices === undefined) return null;
  const { extra_adult, ...same } = prices;
  return { ...same, ...(extra_adult !== undefined && { extraAdult: extra_adult }) };
}
