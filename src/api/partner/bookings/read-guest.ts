import type { Guest } from '../../../booking/guest.ts';
import { accept, type FieldProblem, type Outcome, refuseInput } from '../../../kernel/refusal.ts';
import { parseTelephone } from '../../../kernel/telephone.ts';

const SHORTEST_NAME = 2;

const INVALID_PHONE: FieldProblem = {
  field: 'guestPhone',
  code: 'INVALID_FORMAT',
  message: 'guestPhone must be a valid telephone number, such as +9647701234567 or 0770 123 4567',
};

const SHORT_NAME: FieldProblem = {
  field: 'guestName',
  code: 'TOO_SHORT',
  message: `guestName must have at least ${SHORTEST_NAME} characters`,
};

/** A guest that a hotel can greet and call. An Iraqi number may be written as at home: 0770 123 4567. */
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

/** The name and telephone that a modification gives; null for what it leaves as it is. */
export function readGuestChanges(given: {
  guestName?: string;
  guestPhone?: string;
}): Outcome<{ name: string | null; phone: string | null }> {
  const name = given.guestName?.trim() ?? null;
  const phone = given.guestPhone === undefined ? null : readPhone(given.guestPhone);
  const problems: FieldProblem[] = [];
  if (name !== null && [...name].length < SHORTEST_NAME) problems.push(SHORT_NAME);
  if (given.guestPhone !== undefined && phone === null) problems.push(INVALID_PHONE);
  return problems.length > 0 ? refuseInput(problems) : accept({ name, phone });
}

/** In E.164, or null. Digits of Arabic and Persian keyboards are read as what they are. */
export function readPhone(text: string): string | null {
  const known = recent.get(text);
  if (known !== undefined) return known;
  const number = parseTelephone(text);
  if (recent.size >= RECENT_LIMIT) recent.clear();
  recent.set(text, number);
  return number;
}

/** A number is read at prebook, again at booking, and by every retry: it need not be parsed each time. */
const recent = new Map<string, string | null>();
const RECENT_LIMIT = 1_000;
