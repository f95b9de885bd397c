// Reads names and telephone numbers as people type them.

import type { Guest } from '../../../domain/booking/guest.ts';
import { accept, type FieldProblem, type Outcome, refuseInput } from '../../../kernel/refusal.ts';
import { parseTelephone } from '../../../kernel/telephone.ts';

const SHORTEST_NAME = 2;

const INVALID_PHONE: FieldProblem = {
  field: 'guestPhone',
  code: 'INVALID_FORMAT',
  message: 'guestPhone must be a valid phone number, such as +9647701234567 or 0770 123 4567',
};

const SHORT_NAME: FieldProblem = {
  field: 'guestName',
  code: 'TOO_SHORT',
  message: `guestName must have at least ${SHORTEST_NAME} characters`,
};

/**
 * Reads a guest, and refuses an invalid name or telephone number. Iraqi numbers may be in local format: 0770 123 4567.
 */
export function readGuest(given: {
  guestName: string;
  guestPhone: string;
  guestEmail?: string;
}): Outcome<Guest> {
  const changes = readGuestChanges(given);
  if (!changes.ok) return changes;
  const { name, phone } = changes.value;
  return accept({ name: name!, phone: phone!, email: given.guestEmail ?? null });
}

/**
 * Reads the new name and the new telephone number from a modification. The name or number is null if the modification
 * does not change it.
 */
export function readGuestChanges(given: {
  guestName?: string | undefined;
  guestPhone?: string | undefined;
}): Outcome<{ name: string | null; phone: string | null }> {
  const name = given.guestName?.trim() ?? null;
  const phone = given.guestPhone === undefined ? null : readPhone(given.guestPhone);
  const problems: FieldProblem[] = [];
  if (name !== null && [...name].length < SHORTEST_NAME) problems.push(SHORT_NAME);
  if (given.guestPhone !== undefined && phone === null) problems.push(INVALID_PHONE);
  return problems.length > 0 ? refuseInput(problems) : accept({ name, phone });
}

/**
 * Returns the telephone number in E.164 format, or null if the text is not a valid number. Accepts the digits of Arabic
 * and Persian keyboards.
 */
export function readPhone(text: string): string | null {
  const known = recent.get(text);
  if (known !== undefined) return known;
  const number = parseTelephone(text);
  if (recent.size >= RECENT_LIMIT) recent.clear();
  recent.set(text, number);
  return number;
}

/**
 * A cache of parsed telephone numbers. Parsing is slow, and the same number arrives with the prebook, with the booking
 * and with every retry.
 */
const recent = new Map<string, string | null>();
const RECENT_LIMIT = 1_000;
