import type { Queryable } from '../db/pool.ts';
import { UNOPENED } from '../inventory/calendar.ts';
import { type Day, formatDay } from '../kernel/day.ts';
import type { Cell, DeskState } from './desk-state.ts';

export interface NightsWanted {
  ledgerId: number;
  hotelId: string;
  roomTypeId: string;
  first: Day;
  last: Day;
}

/** Every night that a decision may read or change, each once: in a rush everybody wants the same ones. */
export async function loadCells(tx: Queryable, state: DeskState, ranges: NightsWanted[]): Promise<void> {
  const wanted: CellIdentity[] = [];
  for (const { ledgerId, hotelId, roomTypeId, first, last } of ranges) {
    const cells = state.cellsOf(ledgerId, roomTypeId);
    for (let day = first; day <= last; day += 1) {
      if (cells.has(day)) continue;
      const identity = { ledgerId, hotelId, roomTypeId, day };
      cells.set(day, emptyCell(identity));
      wanted.push(identity);
    }
  }
  if (wanted.length === 0) return;
  // One JSON value instead of a row a night: the driver parses values one by one, JSON.parse does not.
  const result = await tx.query({
    name: 'desk-cells',
    text: `select json_agg(json_build_array(k.n, n.allotment, n.blocked,
        n.stop_sell::int + 2 * n.closed_to_arrival::int + 4 * n.closed_to_departure::int, n.min_stay,
        coalesce(n.max_stay, 0), c.booked, c.held)) as cells
      from unnest($1::int[], $2::uuid[], $3::uuid[], $4::date[]) with ordinality as k(ledger_id, hotel_id, room_type_id, day, n)
      left join nights n on n.hotel_id = k.hotel_id and n.room_type_id = k.room_type_id and n.day = k.day
      left join night_counters c on c.ledger_id = k.ledger_id and c.hotel_id = k.hotel_id
        and c.room_type_id = k.room_type_id and c.day = k.day`,
    values: [
      wanted.map((key) => key.ledgerId),
      wanted.map((key) => key.hotelId),
      wanted.map((key) => key.roomTypeId),
      wanted.map((key) => formatDay(key.day)),
    ],
  });
  for (const packed of result.rows[0].cells as PackedCell[]) {
    const identity = wanted[packed[0] - 1]!;
    fillCell(state.cellsOf(identity.ledgerId, identity.roomTypeId).get(identity.day)!, packed);
  }
}

interface CellIdentity {
  ledgerId: number;
  hotelId: string;
  roomTypeId: string;
  day: Day;
}

/** Its place among the wanted, allotment, blocked, flags, minimum and maximum stay, booked, held. */
type PackedCell = [number, number | null, number, number, number, number, number | null, number];

function emptyCell(identity: CellIdentity): Cell {
  return {
    ...identity,
    night: UNOPENED,
    booked: 0,
    held: 0,
    hasCounter: false,
    bookedDelta: 0,
    heldDelta: 0,
  };
}

function fillCell(cell: Cell, packed: PackedCell): void {
  const [, allotment, blocked, flags, minStay, maxStay, booked, held] = packed;
  if (allotment !== null)
    cell.night = {
      allotment,
      blocked,
      stopSell: (flags & 1) !== 0,
      closedToArrival: (flags & 2) !== 0,
      closedToDeparture: (flags & 4) !== 0,
      minStay,
      maxStay,
    };
  cell.booked = booked ?? 0;
  cell.held = held ?? 0;
  cell.hasCounter = booked !== null;
}
