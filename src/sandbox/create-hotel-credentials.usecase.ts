// Creates a private hotel for a tester, with credentials for a partner and a hotel system.

import type { Context, Memory, Queries, Tokens } from '../context.ts';
import { insertLedger } from '../domain/partners/partners.store.ts';
import type { LedgerId } from '../kernel/ids.ts';
import { randomText } from '../kernel/random-text.ts';
import type { Outcome } from '../kernel/refusal.ts';
import type { Transaction } from '../platform/db/pool.ts';
import { addClient, announceCredentials, type Credentials } from './create-credentials.usecase.ts';
import { makeCredentials } from './make-credentials.usecase.ts';
import {
  insertPrivateContract,
  insertPrivateHotel,
  offerFirstDay,
  type PrivateHotel,
} from './private-hotels.store.ts';

/**
 * The maximum number of random public ids to try. There are ten million public ids, so the first random id is rarely
 * the id of another hotel.
 */
const DRAWS = 10;

export interface HotelCredentials {
  partner: Credentials;
  supplier: Credentials;
  hotel: PrivateHotel;
}

/**
 * Creates a private hotel with two clients in one ledger, for a tester with this IP address. One client is a partner
 * that may book the hotel. The other client is the hotel's system.
 */
export async function createHotelCredentials(
  context: Queries & Tokens & Memory,
  address: string,
): Promise<Outcome<HotelCredentials>> {
  const created = await makeCredentials(context, { role: 'hotel', address }, async (tx) => {
    const ledgerId = await insertLedger(tx);
    const hotel = await drawHotel(context, tx, ledgerId);
    await offerFirstDay(tx, hotel.id, context.today());
    const partner = await addClient(context, tx, 'sandbox', {
      name: `Partner of ${hotel.publicId}`,
      ledgerId,
      contractHolderId: null,
    });
    await insertPrivateContract(tx, partner.id, hotel.id);
    const supplier = await addClient(context, tx, 'sandbox-hotel', {
      name: `System of ${hotel.publicId}`,
      ledgerId,
      contractHolderId: null,
      suppliedHotels: [hotel.id],
    });
    return { partner: partner.credentials, supplier: supplier.credentials, hotel };
  });
  if (created.ok) await announceCredentials(context);
  return created;
}

async function drawHotel(
  context: Pick<Context, 'random'>,
  tx: Transaction,
  ledgerId: LedgerId,
): Promise<PrivateHotel> {
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const digits = randomText(7, '0123456789', context.random);
    const publicId = `HTL-9${digits.slice(0, 3)}-${digits.slice(3)}`;
    const hotel = await insertPrivateHotel(tx, ledgerId, publicId);
    if (hotel !== null) return hotel;
  }
  throw new Error(`no free public id in ${DRAWS} draws`);
}
