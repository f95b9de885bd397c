// Patterns for texts in hotel files.

/**
 * Characters that texts must not contain: control characters, incomplete surrogate pairs, and marks that change the
 * direction of text.
 */
const UNWANTED = '\\p{Cc}\\p{Cs}\\u2028-\\u202e\\u2066-\\u2069';
const NO_MARKUP = '(?![\\s\\S]*<[A-Za-z/!?])';

/**
 * Patterns of the hotel file. The published JSON Schema contains these patterns, so each pattern must be a string and
 * cannot be a RegExp.
 */
export const LINE = `^${NO_MARKUP}(?=.*\\S)[^${UNWANTED}]*$`;
export const ARABIC = `^${NO_MARKUP}(?=.*\\p{Script=Arabic})[^${UNWANTED}]*$`;
export const PARAGRAPHS = `^${NO_MARKUP}(?:[^${UNWANTED}]|[\\n\\r\\t])*$`;
export const UUID = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
export const PUBLIC_ID = '^HTL-[0-9]{4}-[0-9]{4}$';
export const CODE = '^[A-Za-z0-9][A-Za-z0-9._\\-]{0,31}$';
export const TIME = '^([01][0-9]|2[0-3]):[0-5][0-9]$';
export const HTTPS = '^https://[^\\s<>"\\p{Cc}\\p{Cs}]+$';
export const LANGUAGE = '^[a-z]{2,3}$';
export const MONEY = '^[0-9]{1,10}(\\.[0-9]{1,2})?$';

const NO_CONTROL = 'without HTML, control characters and direction marks';

/** Maps each pattern to the message for values that do not match it. Each message describes the expected form. */
export const DEMANDS: Record<string, string> = {
  [LINE]: `must be one line with at least one visible character, ${NO_CONTROL}`,
  [ARABIC]: `must be one line with at least one Arabic letter, ${NO_CONTROL}`,
  [PARAGRAPHS]: `must be text ${NO_CONTROL}`,
  [UUID]: 'must be a uuid in lower case',
  [PUBLIC_ID]: 'must be a public id such as HTL-2026-0101',
  [CODE]:
    'must have 1 to 32 characters: A–Z, a–z, 0–9, dot, hyphen and underscore, the first a letter or digit',
  [TIME]: 'must be a time from 00:00 to 23:59',
  [HTTPS]: 'must be an address that begins with https://',
  [LANGUAGE]: 'must be an ISO 639 code of two or three small letters',
  [MONEY]: 'must be a decimal number in quotation marks, with at most two decimals',
};
