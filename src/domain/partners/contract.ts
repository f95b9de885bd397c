// Which partner may see or book which hotel and when, and who collects the money.

import { type Day, formatDay } from '../../kernel/day.ts';
import type { ClientId, HotelId } from '../../kernel/ids.ts';

export type Permission = 'VIEW' | 'BOOK';

/** Who collects the guest's money. */
export type Collector = 'PARTNER' | 'HOTEL';

/** What one partner may do with one hotel, and when. */
export interface Contract {
  id: string;
  clientId: ClientId;
  hotelId: HotelId;
  commissionBasisPoints: number;
  permissions: Permission[];
  paymentCollectedBy: Collector;
  validFrom: string;
  validUntil: string | null;
}

/** A partner has one contract per hotel, so partner and hotel together identify the contract. */
export function contractId(clientId: ClientId, hotelId: HotelId): string {
  return `${clientId}/${hotelId}`;
}

/** A contract is valid for whole days in Baghdad, including the last day. */
export function isInForce(contract: Contract, today: Day): boolean {
  const date = formatDay(today);
  return contract.validFrom <= date && (contract.validUntil === null || date <= contract.validUntil);
}

export function permits(contract: Contract, permission: Permission, today: Day): boolean {
  return contract.permissions.includes(permission) && isInForce(contract, today);
}
