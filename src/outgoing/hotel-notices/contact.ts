import type { Language } from '../../domain/vouchers/language.ts';

/** Somebody at the reception of a hotel, as the hotel file names them. */
export interface Contact {
  name: string;
  /** In E.164. */
  phone?: string;
  email?: string;
  language: Language;
}

export type Reach = 'email' | 'phone';

/** The address in the destination of a delivery: the id of a hotel, a space, and the address. */
export function addressIn(destination: string): string {
  return destination.slice(destination.indexOf(' ') + 1);
}

/** The contact with this address. Null: the hotel has removed it since. */
export function findContact(contacts: Contact[], reach: Reach, address: string): Contact | null {
  return contacts.find((contact) => contact[reach] === address) ?? null;
}
