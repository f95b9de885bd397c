import type { Field, Text } from './entry.ts';
import { movedExample } from './example-values.ts';
import type { ReferenceWords } from './words/en.ts';

export interface Fact {
  name: keyof ReferenceWords['facts'];
  /** The fact as a text of the page. */
  words?: string;
  /** The fact as a text of the OpenAPI document. */
  text?: Text;
  /** The fact as values that are not translated. */
  codes?: string[];
}

/**
 * For each pattern of the OpenAPI document: the name of the text that describes the pattern. A pattern without a text
 * is shown unchanged.
 */
const PATTERNS: Record<string, string> = {
  '^[^\\p{Cc}]*\\p{L}[^\\p{Cc}]*$': 'letter',
  '^[^\\p{Cc}]*$': 'text',
  '^[0-9]{1,13}(\\.[0-9]{1,2})?$': 'amount',
};

/** The facts of a field, without its description: limits, default, example. */
export function factsOf(field: Field, words: ReferenceWords, now: number): Fact[] {
  const facts: Fact[] = [];
  const { format, pattern, values, example } = field;
  const range = rangeOf(field.minimum, field.maximum, words);
  if (range !== null) facts.push({ name: 'range', words: range });
  const length = rangeOf(field.minLength || undefined, field.maxLength, words);
  if (length !== null) facts.push({ name: 'length', words: words.characters(length) });
  const items = rangeOf(field.minItems || undefined, field.maxItems, words);
  if (items !== null) facts.push({ name: 'items', words: items });
  if (format !== undefined) facts.push({ name: 'format', words: words.formats[format] ?? format });
  if (pattern !== undefined) facts.push(patternFact(pattern, words));
  if (field.default !== undefined) facts.push({ name: 'default', codes: [shown(field.default)] });
  if (field.defaultText !== undefined) facts.push({ name: 'default', text: field.defaultText });
  if (values !== undefined)
    facts.push({ name: values.length === 1 ? 'value' : 'values', codes: values.map(shown) });
  else if (example !== undefined && example !== field.default)
    facts.push({ name: 'example', codes: [shown(movedExample(example, now))] });
  return facts;
}

function patternFact(pattern: string, words: ReferenceWords): Fact {
  const known = words.patterns[PATTERNS[pattern] ?? ''];
  return known === undefined ? { name: 'pattern', codes: [pattern] } : { name: 'pattern', words: known };
}

function rangeOf(from: number | undefined, to: number | undefined, words: ReferenceWords): string | null {
  if (from === undefined) return to === undefined ? null : words.atMost(counted(to));
  if (to === undefined) return words.atLeast(counted(from));
  return from === to ? counted(from) : words.range(counted(from), counted(to));
}

/** Digits are Western in all languages of the site. */
function counted(number: number): string {
  return number.toLocaleString('en');
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
