import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** A telephone number in E.164, or null. Iraqi numbers may be in local format: 0770 123 4567. */
export function parseTelephone(text: string): string | null {
  const parsed = parsePhoneNumberFromString(text, 'IQ');
  return parsed?.isValid() ? parsed.number : null;
}

/** A number in E.164, in groups for reading aloud: +964 770 123 4567. */
export function groupTelephone(number: string): string {
  return parsePhoneNumberFromString(number)?.formatInternational() ?? number;
}
