// Keeps inserted text from changing the direction of its sentence.

/**
 * Text with both directions: Arabic sentences with Latin codes, and the reverse. Every inserted value is isolated, so
 * that it cannot change the order of the words around it. The isolates are Unicode characters: the PDF layout reads
 * them, and the page writes them as <bdi>.
 */
const LEFT_TO_RIGHT_ISOLATE = '\u2066';
const FIRST_STRONG_ISOLATE = '\u2068';
const END_OF_ISOLATE = '\u2069';

/** Marks, embeddings, overrides and isolates: with them, a name could show a date or an amount in another order. */
const DIRECTION_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/** Text of any direction from outside: a guest's name, a hotel's address. */
export function outside(text: string): string {
  return `${FIRST_STRONG_ISOLATE}${cleanText(text)}${END_OF_ISOLATE}`;
}

/** A code, a telephone number, a time or an amount: always read from left to right. */
export function code(text: string): string {
  return `${LEFT_TO_RIGHT_ISOLATE}${cleanText(text)}${END_OF_ISOLATE}`;
}

export function cleanText(text: string): string {
  return text.replace(DIRECTION_CONTROLS, '').replace(CONTROLS, ' ').trim();
}

/** Escapes for HTML and writes isolates as elements. */
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
