import type { HotelId, StaffId } from '../kernel/ids.ts';
import type { Caller } from '../partners/authenticate.ts';

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
  hotelId: HotelId;
  caller: Caller & { person: string };
}
