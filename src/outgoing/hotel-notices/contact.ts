import type { Language } from '../../domain/vouchers/language.ts';

/** A contact at a hotel's reception, with the values of the hotel file. */
export interface Contact {
  name: string;
  /** In E.164 format. */
  phone?: string;
  email?: string;
  language: Language;
}

export type Reach = 'email' | 'phone';

/**
 * Returns the e-mail address or telephone number from the destination of a delivery. The destination is a hotel id, a
 * space, and the address.
 */
export function addressIn(destination: string): string {
  return destination.slice(destination.indexOf(' ') + 1);
}

/** Finds the contact with this address. Returns null when the hotel has removed the contact. */
export function findContact(contacts: Contact[], reach: Reach, address: string): Contact | null {
  return contacts.find((contact) => contact[reach] === address) ?? null;
}
