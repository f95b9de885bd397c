// Contracts: which partner may see or book which hotel, on which days, and who collects the money.

import { type Day, formatDay } from '../../kernel/day.ts';
import type { ClientId, HotelId } from '../../kernel/ids.ts';

export type Permission = 'VIEW' | 'BOOK';

/** Who collects the guest's money. */
export type Collector = 'PARTNER' | 'HOTEL';

/** The permissions of one partner for one hotel, and the days on which they are valid. */
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

/** Builds the id of a contract. A partner has one contract per hotel, so partner and hotel identify the contract. */
export function contractId(clientId: ClientId, hotelId: HotelId): string {
  return `${clientId}/${hotelId}`;
}

/** Whether a contract is valid on this day. Contracts are valid for whole days in Baghdad, including the last day. */
export function isInForce(contract: Contract, today: Day): boolean {
  const date = formatDay(today);
  return contract.validFrom <= date && (contract.validUntil === null || date <= contract.validUntil);
}

export function permits(contract: Contract, permission: Permission, today: Day): boolean {
  return contract.permissions.includes(permission) && isInForce(contract, today);
}
