import type { Guest } from '../../../booking/hold.ts';
import { accept, type FieldProblem, type Outcome, refuseInput } from '../../../kernel/refusal.ts';
import { parseTelephone } from '../../../kernel/telephone.ts';

const SHORTEST_NAME = 2;

export const INVALID_PHONE: FieldProblem = {
  field: 'guestPhone',
  code: 'INVALID_FORMAT',
  message: 'guestPhone must be a valid telephone number, such as +9647701234567 or 0770 123 4567',
};

/** A guest that a hotel can greet and call. An Iraqi number may be written as at home: 0770 123 4567. */
export function readGuest(given: {
  guestName: string;
  guestPhone: string;
  guestEmail?: string;
}): Outcome<Guest> {
  const problems: FieldProblem[] = [];
  const name = given.guestName.trim();
  if ([...name].length < SHORTEST_NAME)
    problems.push({
      field: 'guestName',
      code: 'TOO_SHORT',
      message: `guestName must have at least ${SHORTEST_NAME} characters`,
    });
  const phone = readPhone(given.guestPhone);
  if (phone === null) problems.push(INVALID_PHONE);
  if (phone === null || problems.length > 0) return refuseInput(problems);
  return accept({ name, phone, email: given.guestEmail ?? null });
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
