// Reads, checks and groups telephone numbers.

import { createRequire } from 'node:module';

type Rules = typeof import('libphonenumber-js/max');

let rules: Rules | null = null;

/**
 * Loading the rules of all countries takes 0.1 s, and most operator commands do not need them. The service loads them
 * when it starts.
 */
export function loadTelephoneRules(): Rules {
  rules ??= createRequire(import.meta.url)('libphonenumber-js/max') as Rules;
  return rules;
}

/** A telephone number in E.164, or null. Iraqi numbers may be in local format: 0770 123 4567. */
export function parseTelephone(text: string): string | null {
  const parsed = loadTelephoneRules().parsePhoneNumberFromString(text, 'IQ');
  return parsed?.isValid() ? parsed.number : null;
}

/** A number in E.164, grouped so that it is easy to read aloud: +964 770 123 4567. */
export function groupTelephone(number: string): string {
  return loadTelephoneRules().parsePhoneNumberFromString(number)?.formatInternational() ?? number;
}
