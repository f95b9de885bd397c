import { FLAGS_COLUMN, nightOf, UNOPENED } from '../../domain/inventory/night.ts';
import { type Day, formatDay, nextDay } from '../../kernel/day.ts';
import type { HotelId, LedgerId, RoomTypeId } from '../../kernel/ids.ts';
import type { Queryable } from '../../platform/db/pool.ts';
import type { LedgerNight } from '../desk-state.ts';

/** The nights of a room type from `first` to `last`, both included. */
export interface NightsWanted {
  ledgerId: LedgerId;
  hotelId: HotelId;
  roomTypeId: RoomTypeId;
  first: Day;
  last: Day;
}

type NightIdentity = Pick<LedgerNight, 'ledgerId' | 'hotelId' | 'roomTypeId' | 'day'>;

/**
 * Loads every night that a decision may read or change. Each night is loaded only once, although many commands may need
 * it.
 */
export async function loadNights(
  tx: Queryable,
  ranges: NightsWanted[],
  isLoaded: (ledgerId: LedgerId, roomTypeId: RoomTypeId, day: Day) => boolean = () => false,
): Promise<LedgerNight[]> {
  const wanted = new Map<string, NightIdentity>();
  for (const { ledgerId, hotelId, roomTypeId, first, last } of ranges)
    for (let day = first; day <= last; day = nextDay(day))
      if (!isLoaded(ledgerId, roomTypeId, day))
        wanted.set(`${ledgerId}/${roomTypeId}/${day}`, { ledgerId, hotelId, roomTypeId, day });
  if (wanted.size === 0) return [];
  const keys = [...wanted.values()];
  // The query returns one JSON value instead of one row per night. The driver would parse each value of a row
  // separately, which is slower than JSON.parse.
  const result = await tx.query<{ nights: PackedNight[] }>({
    name: 'desk-nights',
    text: `select json_agg(json_build_array(k.n, n.allotment, n.blocked, ${FLAGS_COLUMN}, n.min_stay,
        coalesce(n.max_stay, 0), c.booked, c.held)) as nights
      from unnest($1::int[], $2::uuid[], $3::uuid[], $4::date[]) with ordinality as k(ledger_id, hotel_id, room_type_id, day, n)
      left join nights n on n.hotel_id = k.hotel_id and n.room_type_id = k.room_type_id and n.day = k.day
      left join night_counters c on c.ledger_id = k.ledger_id and c.hotel_id = k.hotel_id
        and c.room_type_id = k.room_type_id and c.day = k.day`,
    values: [
      keys.map((key) => key.ledgerId),
      keys.map((key) => key.hotelId),
      keys.map((key) => key.roomTypeId),
      keys.map((key) => formatDay(key.day)),
    ],
  });
  return result.rows[0]!.nights.map((packed) => unpack(keys[packed[0] - 1]!, packed));
}

/**
 * The fields in their order: position of the key, allotment, blocked, flags, minimum stay, maximum stay, booked, held.
 */
type PackedNight = [number, number | null, number, number, number, number, number | null, number];

function unpack(identity: NightIdentity, packed: PackedNight): LedgerNight {
  const [, allotment, blocked, flags, minStay, maxStay, booked, held] = packed;
  return {
    ledgerId: identity.ledgerId,
    hotelId: identity.hotelId,
    roomTypeId: identity.roomTypeId,
    day: identity.day,
    night: allotment === null ? UNOPENED : nightOf(allotment, blocked, flags, minStay, maxStay),
    booked: booked ?? 0,
    held: held ?? 0,
    hasCounter: booked !== null,
    bookedDelta: 0,
    heldDelta: 0,
  };
}
