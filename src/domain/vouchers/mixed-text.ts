// Prevents inserted text from changing the word order of its sentence.

/**
 * A text can have both directions, for example an Arabic sentence with a Latin code. The service therefore isolates
 * every value that it inserts into a text, so that the value cannot change the order of the words around it. To isolate
 * a value, the service adds Unicode characters called isolates. The PDF layout supports isolates. The HTML page
 * contains <bdi> elements instead of isolates.
 */
const LEFT_TO_RIGHT_ISOLATE = '\u2066';
const FIRST_STRONG_ISOLATE = '\u2068';
const END_OF_ISOLATE = '\u2069';

/**
 * Unicode characters that change the direction of text. If a name contained such characters, the parts of a date or an
 * amount beside it could appear in a wrong order.
 */
const DIRECTION_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/**
 * Isolates text that other people have entered, such as a guest's name or a hotel's address. Such text can have any
 * direction.
 */
export function outside(text: string): string {
  return `${FIRST_STRONG_ISOLATE}${withNumbersInOrder(cleanText(text))}${END_OF_ISOLATE}`;
}

/** Numbers that are joined by a sign, such as 2026-0042, 12/4 or 10:30, and numbers with a sign in front. */
const JOINED_NUMBERS = /[+-]?\p{Nd}+(?:[-–/:.]\p{Nd}+)+|\+\p{Nd}+/gu;

/** Isolates joined numbers. Otherwise, after Arabic letters, 2026-0042 would be shown as 0042-2026. */
export function withNumbersInOrder(text: string): string {
  return text.replace(JOINED_NUMBERS, (numbers) => `${LEFT_TO_RIGHT_ISOLATE}${numbers}${END_OF_ISOLATE}`);
}

/** Isolates a code, a telephone number, a time or an amount. Such a value is always read from left to right. */
export function code(text: string): string {
  return `${LEFT_TO_RIGHT_ISOLATE}${cleanText(text)}${END_OF_ISOLATE}`;
}

export function cleanText(text: string): string {
  return text.replace(DIRECTION_CONTROLS, '').replace(CONTROLS, ' ').trim();
}

/** Escapes text for HTML, and converts isolates to elements. */
export function htmlOf(text: string): string {
  return escapeHtml(text)
    .replaceAll(LEFT_TO_RIGHT_ISOLATE, '<bdi dir="ltr">')
    .replaceAll(FIRST_STRONG_ISOLATE, '<bdi>')
    .replaceAll(END_OF_ISOLATE, '</bdi>');
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
