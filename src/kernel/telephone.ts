// Reads, checks and groups telephone numbers.

import { createRequire } from 'node:module';

type Rules = typeof import('libphonenumber-js/max');

let rules: Rules | null = null;

/**
 * Loads the rules of all countries when they are first needed. Loading takes 0.1 s, and most operator commands do not
 * need the rules. The service loads the rules when it starts, so that no request must wait for them.
 */
export function loadTelephoneRules(): Rules {
  rules ??= createRequire(import.meta.url)('libphonenumber-js/max') as Rules;
  return rules;
}

/**
 * Returns a telephone number in E.164 format, or null. An Iraqi number may be in local format, such as 0770 123 4567.
 */
export function parseTelephone(text: string): string | null {
  const parsed = loadTelephoneRules().parsePhoneNumberFromString(text, 'IQ');
  return parsed?.isValid() ? parsed.number : null;
}

/** Groups the digits of a number in E.164 format, so that it is easy to read aloud: +964 770 123 4567. */
export function groupTelephone(number: string): string {
  return loadTelephoneRules().parsePhoneNumberFromString(number)?.formatInternational() ?? number;
}
