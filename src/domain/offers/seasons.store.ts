// Reads the current seasons, for lists and exports.

import { type Day, formatDay } from '../../kernel/day.ts';
import { readPublicId } from '../../kernel/ids.ts';
import type { Queryable } from '../../platform/db/pool.ts';
import type { Season } from './season.ts';

export interface ListedSeason {
  publicId: string;
  season: Season;
  /** True when all days of the season are in the past. */
  isOver: boolean;
}

/** Reads the seasons that nobody has ended. If `publicIds` is null, reads the seasons of all hotels. */
export async function readSeasons(
  database: Queryable,
  publicIds: string[] | null,
  today: Day,
): Promise<ListedSeason[]> {
  const result = await database.query(
    `select h.public_id, s.name, s.first_day - date '1970-01-01' as first, s.last_day - date '1970-01-01' as last,
       s.opens, s.price_percent as "pricePercent", s.min_stay as "minStay", s.last_day < $2 as is_over
     from seasons s join hotels h on h.id = s.hotel_id
     where s.ended_at is null and ($1::text[] is null or h.public_id = any($1))
     order by s.first_day, h.public_id`,
    [publicIds?.map(readPublicId) ?? null, formatDay(today)],
  );
  return result.rows.map(({ public_id: publicId, is_over: isOver, ...season }) => ({
    publicId,
    isOver,
    season,
  }));
}
