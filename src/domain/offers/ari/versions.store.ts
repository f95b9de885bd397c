import type { Day } from '../../../kernel/day.ts';
import type { Queryable } from '../../../platform/db/pool.ts';
import type { AriCommand } from '../../booking/command.ts';
import { cellKey } from '../offer-draft.ts';
import type { SeenState, VersionMark } from './part-state.ts';
import { readSeen } from './seen-cells.ts';

/** Loads the present versions of the days in a message's `seen` list. Null: the message has no such list. */
export async function loadSeen(
  tx: Queryable,
  { hotelLedger, message }: AriCommand,
  first: string,
  last: string,
  doneAt: number,
): Promise<SeenState | null> {
  if (message.seen === undefined) return null;
  const result = await tx.query<{ cells: [string, Day, number, number, string][] | null }>({
    name: 'ari-versions',
    text: `select json_agg(json_build_array(product_id, day - date '1970-01-01', version,
        extract(epoch from changed_at) * 1000,
        coalesce(person, (select name from clients c where c.client_id = changed_by), changed_by))) as cells
      from offer_marks where hotel_id = $1 and product_id = any($2::uuid[]) and day between $3 and $4`,
    values: [hotelLedger.hotelId, message.products.map(({ id }) => id), first, last],
  });
  const marks = (result.rows[0]!.cells ?? []).map(
    ([product, day, version, at, by]): [string, VersionMark] => [
      cellKey(product, day),
      { version, at: new Date(at).toISOString(), by },
    ],
  );
  return { known: readSeen(message), marks: new Map(marks), doneAt };
}
