import type { ClientId, HotelId, StaffId } from '../../kernel/ids.ts';
import type { EventStream } from '../booking/events/event.ts';
import type { Caller } from '../partners/authenticate.ts';
import type { Client } from '../partners/client.ts';

/** A session ends after so many days, also when it is used. */
export const SESSION_DAYS = 30;

export const ROLES = ['MANAGER', 'FRONT_DESK'] as const;
export type Role = (typeof ROLES)[number];

/** A person who works at a hotel, with a session. `caller` is what the use cases of hotel systems need. */
export interface SignedIn {
  sessionId: string;
  staffId: StaffId;
  name: string;
  email: string;
  role: Role;
  hasTotp: boolean;
  /** An account of a sandbox that the console opens without a password. There is nothing to ask for. */
  isTestAccount: boolean;
  hotelId: HotelId;
  caller: Caller & { person: string };
}

/** Whether the page of a hotel may be used: its supplier is not suspended, and still a supplier of this hotel. */
export function isPageOpen(client: Client | null, hotelId: HotelId): client is Client {
  return client !== null && !client.isSuspended && client.suppliedHotels.includes(hotelId);
}

/** The hotel of a person, in the ledger of its page. */
export function streamOf({ caller, hotelId }: SignedIn): EventStream {
  return { ledgerId: caller.client.ledgerId, hotelId };
}

/** A person as managers and operators see them. */
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
  /** The last request, to the minute. */
  usedAt: Date | null;
  createdAt: Date;
}

export type StaffStatus = 'INVITED' | 'ACTIVE' | 'SUSPENDED';

export interface InvitationOf {
  staffId: StaffId;
  /** The manager who made it. Null: an operator, or somebody who is no manager of the hotel now. */
  managerId: StaffId | null;
  manager: string | null;
  clearsCodes: boolean;
}
