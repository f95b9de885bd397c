import type { ClientId, HotelId, StaffId } from '../../kernel/ids.ts';
import type { EventStream } from '../booking/events/event.ts';
import type { Caller } from '../partners/authenticate.ts';
import type { Client } from '../partners/client.ts';

/** A session ends this number of days after the sign-in, even if the person uses the session every day. */
export const SESSION_DAYS = 30;

export const ROLES = ['MANAGER', 'FRONT_DESK'] as const;
export type Role = (typeof ROLES)[number];

/**
 * A person who works at a hotel and has a session. A use case for both people and hotel systems receives `caller`
 * instead of this object.
 */
export interface SignedIn {
  sessionId: string;
  staffId: StaffId;
  name: string;
  email: string;
  role: Role;
  hasTotp: boolean;
  /**
   * True for a sandbox account that the console opens without a password. The service never asks for a password for
   * this account.
   */
  isTestAccount: boolean;
  hotelId: HotelId;
  caller: Caller & { person: string };
}

/** Whether a hotel's page may be used. The page's supplier must not be suspended, and must still supply this hotel. */
export function isPageOpen(client: Client | null, hotelId: HotelId): client is Client {
  return client !== null && !client.isSuspended && client.suppliedHotels.includes(hotelId);
}

/** Returns the person's hotel and the ledger of the hotel's page. */
export function streamOf({ caller, hotelId }: SignedIn): EventStream {
  return { ledgerId: caller.client.ledgerId, hotelId };
}

/** A person in the lists of managers and operators. */
export interface StaffRow {
  id: StaffId;
  hotelId: HotelId;
  clientId: ClientId;
  publicId: string;
  name: string;
  email: string;
  role: Role;
  status: StaffStatus;
  hasTotp: boolean;
  /** The time of the person's last request, accurate to the minute. */
  usedAt: Date | null;
  createdAt: Date;
}

export type StaffStatus = 'INVITED' | 'ACTIVE' | 'SUSPENDED';

export interface InvitationOf {
  staffId: StaffId;
  /**
   * The manager who made the link. Null: an operator made the link, or the person who made the link is no longer an
   * active manager of the hotel.
   */
  managerId: StaffId | null;
  manager: string | null;
  clearsCodes: boolean;
}
