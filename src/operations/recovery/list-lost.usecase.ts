// Lists changes that the service has reported to callers and that are missing in the database, and changes that were
// decided after the loss.

import type { Operation } from '../../context.ts';
import { type AnsweredHead, headOf } from '../../desk/one-desk/answered-line.ts';
import { readJournals } from '../../desk/one-desk/read-journals.ts';
import type { EventKind } from '../../domain/booking/events/event.ts';
import { formatDay } from '../../kernel/day.ts';
import { formatMoney } from '../../kernel/money.ts';
import { readDecidedAfterLoss } from './find-decided.store.ts';
import {
  findMissing,
  type LostPosition,
  readDatabaseId,
  readHotelIds,
  readLostLines,
  type Told,
} from './find-lost.store.ts';
import { type ToldBooking, toldBooking } from './told-booking.ts';

export interface LostThing {
  at: string;
  /** The kind of the command, such as `book` or `cancel`. */
  kind: AnsweredHead['kind'] | EventKind;
  /** Null if the hotel is lost too. */
  hotel: string | null;
  partner: string | null;
  key: string | null;
  /** The id of a hotel system's message. The hotel system must send this message again. */
  message: string | null;
  /** The operator who made a change. */
  who: string | null;
  booking: ToldBooking | null;
}

const CHUNK = 500;

/** Returns the changes that a desk has decided after the loss and before the halt. The database contains them. */
export async function listDecidedAfterLoss({ pool }: Pick<Operation, 'pool'>): Promise<LostThing[]> {
  const decided = await readDecidedAfterLoss(pool);
  return decided.map(({ at, kind, hotel, hotelPhone, partner, booking }) => ({
    ...{ at: at.toISOString(), kind, hotel, partner, key: null, message: null, who: null },
    booking: {
      id: booking.id,
      voucher: booking.voucherId,
      status: booking.status,
      revision: booking.revision,
      hotelPhone,
      checkIn: formatDay(booking.stay.checkIn),
      checkOut: formatDay(booking.stay.checkOut),
      rooms: booking.party.rooms,
      total: formatMoney(booking.price.total, booking.price.currency),
      currency: booking.price.currency,
      guest: booking.guest.name,
      phone: booking.guest.phone,
      email: booking.guest.email,
      reference: booking.channelReference,
    },
  }));
}

/**
 * Reads the reported changes from the journals in the folders `journals` and from the lines that processes have stored
 * about missing batches. Returns the changes that are missing in the database, sorted by partner, hotel and time.
 */
export async function listLost({ pool }: Pick<Operation, 'pool'>, journals: string[]): Promise<LostThing[]> {
  const hotels = await readHotelIds(pool);
  const lost: LostThing[] = [];
  const seen = new Set<string>();
  let chunk: Told[] = [];
  const flush = async () => {
    const missing = await findMissing(pool, chunk);
    for (const [place, { head, booking }] of chunk.entries())
      if (missing.has(place)) lost.push(thingOf(head, booking, hotels.get(head.hotel) ?? null));
    chunk = [];
  };
  for await (const line of allLines({ pool }, journals)) {
    const told = readTold(line);
    if (told === null || seen.has(nameOf(told))) continue;
    seen.add(nameOf(told));
    chunk.push(told);
    if (chunk.length === CHUNK) await flush();
  }
  await flush();
  const order = ({ partner, hotel, at }: LostThing) => `${partner}\t${hotel}\t${at}`;
  return lost.sort((one, other) => (order(one) < order(other) ? -1 : 1));
}

async function* allLines({ pool }: Pick<Operation, 'pool'>, journals: string[]): AsyncGenerator<string> {
  let after: LostPosition | null = null;
  for (;;) {
    const rows = await readLostLines(pool, after);
    for (const { lines } of rows) yield* lines;
    after = rows.at(-1) ?? null;
    if (after === null) break;
  }
  const present = await readDatabaseId(pool);
  for (const directory of journals)
    for await (const { database, line } of readJournals(directory)) if (database === present) yield line;
}

function readTold(line: string): Told | null {
  const head = headOf(line);
  return head === null ? null : { head, booking: toldBooking(line.slice(line.indexOf('\t') + 1)) };
}

/**
 * Returns the same text for lines about the same change. There are such lines because two processes may have kept the
 * same response, and because a replay repeats the response of the first request.
 */
function nameOf({ head, booking }: Told): string {
  if (booking !== null) return `${booking.id} ${booking.revision}`;
  return `${head.batch?.id} ${head.request} ${head.message ?? ''}`;
}

function thingOf(head: AnsweredHead, booking: ToldBooking | null, hotel: string | null): LostThing {
  const { at, kind, clientName: partner = null, message = null, who = null } = head;
  const key = head.operation === 'command' ? null : (head.key ?? null);
  return { at, kind, hotel, partner, key, message, who, booking };
}
