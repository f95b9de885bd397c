// Keeps inserted text from changing the direction of its sentence.

/**
 * A text can have both directions, such as an Arabic sentence with a Latin code. Every inserted value is isolated, so
 * that it cannot change the order of the words around it. The isolates are Unicode characters. The PDF layout reads
 * them, and the page writes them as <bdi>.
 */
const LEFT_TO_RIGHT_ISOLATE = '\u2066';
const FIRST_STRONG_ISOLATE = '\u2068';
const END_OF_ISOLATE = '\u2069';

/**
 * Marks, embeddings, overrides and isolates. With these characters, a name could make a date or an amount appear in
 * another order.
 */
const DIRECTION_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/** Isolates text of any direction that comes from outside, such as a guest's name or a hotel's address. */
export function outside(text: string): string {
  return `${FIRST_STRONG_ISOLATE}${cleanText(text)}${END_OF_ISOLATE}`;
}

/** Isolates a code, a telephone number, a time or an amount, which is always read from left to right. */
export function code(text: string): string {
  return `${LEFT_TO_RIGHT_ISOLATE}${cleanText(text)}${END_OF_ISOLATE}`;
}

export function cleanText(text: string): string {
  return text.replace(DIRECTION_CONTROLS, '').replace(CONTROLS, ' ').trim();
}

/** Escapes text for HTML, and writes isolates as elements. */
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
