import { randomUUID } from 'node:crypto';
import type {
  CalendarRoom,
  CalendarUpdate,
  CellChange,
  SeenCell,
} from '../../src/http/hotel-page/calendar-api.ts';
import type { HotelWithPage, PageUser } from './hotel-page.ts';
import type { TestResponse, TestService } from './service.ts';
import { GUEST, inDays } from './stay.ts';

/** A change of days, given as numbers of days from today. The default room type is DBL. */
export interface Wanted {
  room?: string;
  plan?: string;
  from: number;
  to?: number;
  set: CalendarUpdate['set'] & Record<string, unknown>;
}

/** Rooms and prices of a hotel with a page. */
export interface Calendar extends HotelWithPage {
  /** The ids of room type DBL and of its plan BB. */
  room: string;
  plan: string;
  /** Codes of all room types. */
  codes: string[];
  updates: (wanted: Wanted[]) => CalendarUpdate[];
  /** Returns the current versions of all days that the updates change. */
  seen: (updates: CalendarUpdate[]) => Promise<SeenCell[]>;
  /** Makes a change with the current versions. */
  change: (user: PageUser, wanted: Wanted[]) => Promise<TestResponse>;
  /** Returns one day of room type DBL, or of one of its plans. */
  day: (day: number, plan?: string) => Promise<TestResponse['body']>;
  undoOf: (changes: CellChange[]) => { id: string; updates: CalendarUpdate[]; seen: SeenCell[] };
  book: (day: number) => Promise<TestResponse>;
}

export async function calendarOf(service: TestService, tester: HotelWithPage): Promise<Calendar> {
  const { manager, partner, stay, hotel } = tester;
  // Make all nights bookable at the usual prices.
  await service.context.pool.query(
    'update nights set blocked = 0, stop_sell = false, min_stay = 1 where hotel_id = $1',
    [hotel.id],
  );
  await service.context.pool.query('delete from day_prices where hotel_id = $1', [hotel.id]);
  await service.context.feed.catchUp();
  const { body } = await manager.call('GET', '/calendar?days=1');
  const rooms = body.data.rooms as CalendarRoom[];
  const roomOf = (code: string) => rooms.find((one) => one.code === code)!;
  const planOf = (room: string, code: string) => roomOf(room).plans.find((one) => one.code === code)!;
  const { pool } = service.context;
  const versions = async (): Promise<Map<string, number>> => {
    const { rows } = await pool.query(
      'select product_id, day::text, version from offer_marks where hotel_id = $1',
      [tester.hotel.id],
    );
    return new Map(rows.map((row) => [`${row.product_id} ${row.day}`, row.version]));
  };
  const updates: Calendar['updates'] = (wanted) =>
    wanted.map(({ room = 'DBL', plan, from, to = from, set }) => ({
      room_type: roomOf(room).id,
      ...(plan !== undefined && { rate_plan: planOf(room, plan).id }),
      from: inDays(from),
      to: inDays(to),
      set,
    }));
  const seen: Calendar['seen'] = async (some) => {
    const known = await versions();
    const cells = some.flatMap(({ room_type, rate_plan, from, to }) =>
      daysBetween(from, to).map((day) => `${rate_plan ?? room_type} ${day}`),
    );
    return [...new Set(cells)].map((cell): SeenCell => {
      const [product, day] = cell.split(' ') as [string, string];
      return [product, day, known.get(cell) ?? 0];
    });
  };
  return {
    ...tester,
    room: roomOf('DBL').id,
    plan: planOf('DBL', 'BB').id,
    codes: rooms.map(({ code }) => code),
    updates,
    seen,
    change: async (user, wanted) => {
      const some = updates(wanted);
      return user.call('POST', '/calendar', { id: randomUUID(), updates: some, seen: await seen(some) });
    },
    day: async (day, plan) => {
      const read = await manager.call('GET', `/calendar?days=1&from=${inDays(day)}`);
      const room = read.body.data.rooms.find((one: CalendarRoom) => one.code === 'DBL') as CalendarRoom;
      return plan === undefined ? room.days[0] : room.plans.find(({ code }) => code === plan)!.days[0];
    },
    undoOf: (changes) => ({
      id: randomUUID(),
      updates: changes.map(({ product, room_type, day, before }) => ({
        ...{ room_type, from: day, to: day },
        ...(product !== room_type && { rate_plan: product }),
        set:
          before.state === undefined
            ? { prices: before.prices! }
            : { closed: before.state !== 'OPEN', allotment: before.allotment! },
      })),
      seen: changes.map(({ product, day, version }) => [product, day, version]),
    }),
    book: async (day) =>
      service.call('POST', '/v1/bookings', {
        headers: partner,
        body: { ...(await stay({ from: day, nights: 1 })), ...GUEST },
      }),
  };
}

function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}
