import type { SupportWords } from './words/en.ts';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

export interface Known {
  environment: string;
  clientId: string;
  requestId: string;
}

/** The request id in an address such as `/support?request_id=…`. A text that is not an id is ignored. */
export function requestIdOf(query: string): string {
  const given = new URLSearchParams(query).get('request_id') ?? '';
  return REQUEST_ID.test(given) ? given : '';
}

/** The text that the reader sends to support. Values that the page knows are filled in. */
export function reportText({ field }: SupportWords, known: Known): string {
  const lines: [string, string][] = [
    [field.environment, known.environment],
    [field.clientId, known.clientId],
    [field.requestId, known.requestId],
    [field.time, ''],
    [field.endpoint, ''],
    [field.booking, ''],
    [field.happened, ''],
    [field.expected, ''],
  ];
  return lines.map(([name, value]) => `${name}: ${value}`.trimEnd()).join('\n');
}

/** Lines of a mail end with CR LF. */
export function mailAddress(email: string, subject: string, text: string): string {
  const body = encodeURIComponent(text.replaceAll('\n', '\r\n'));
  return `mailto:${email}?subject=${encodeURIComponent(subject)}&body=${body}`;
}

/** Writes a phone number in groups, so that people can read it: +964 770 123 4567. */
export function phoneText(phone: string): string {
  const local = /^\+964(\d{3})(\d{3})(\d{4})$/.exec(phone);
  return local === null ? phone : `+964 ${local.slice(1).join(' ')}`;
}
