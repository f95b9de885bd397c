// Recognises event numbers that the database has lost.

import { type EventStream, textOfStream } from '../../domain/booking/events/event.ts';
import type { ClientId } from '../../kernel/ids.ts';
import { type Outcome, refuse } from '../../kernel/refusal.ts';
import type { Queryable } from '../../platform/db/pool.ts';

/**
 * Returns a refusal if `number` belongs to an event that the database has lost, and otherwise null. After a loss, the
 * numbers jump, so no later event receives a lost number.
 */
export async function refuseLost(
  database: Queryable,
  stream: EventStream | ClientId,
  number: number,
): Promise<Outcome<never> | null> {
  if (number === 0) return null;
  const result = await database.query<{ base: string | null }>({
    name: 'jump-over',
    text: 'select jump_over($1, $2) as base',
    values: [typeof stream === 'string' ? stream : textOfStream(stream), number],
  });
  const { base } = result.rows[0]!;
  if (base === null) return null;
  const readFrom = Number(base);
  return refuse('CURSOR_GONE', `the events up to ${number} were lost; read from cursor ${readFrom}`, {
    readFrom,
  });
}
