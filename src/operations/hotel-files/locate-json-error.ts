// Finds the line and the column of the first error in a text that is not valid JSON.

const TEXT = '"(?:[^"\\\\\\p{Cc}]|\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4}))*"';
const NUMBER = '-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?';
const SPACE = /[ \t\n\r]*/y;
const NAME = new RegExp(TEXT, 'yu');
const SCALAR = new RegExp(`${TEXT}|${NUMBER}|true|false|null`, 'yu');

export interface Place {
  line: number;
  column: number;
  /** The text at this position, for the error message. Empty if the error is at the end of the text. */
  found: string;
}

/**
 * Returns the position of the first error. `JSON.parse` does not always report a position, and its messages differ
 * between versions of Node.
 */
export function locateJsonError(text: string): Place {
  const position = firstBadPosition(text);
  const before = text.slice(0, position);
  const line = before.split('\n').length;
  const column = [...before.slice(before.lastIndexOf('\n') + 1)].length + 1;
  return { line, column, found: text.slice(position, position + 20).split('\n')[0]! };
}

type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'comma or end';

/** Reads without recursion, because a text of ten thousand brackets must not exhaust the stack. */
function firstBadPosition(text: string): number {
  const open: ('{' | '[')[] = [];
  let expected: Expected | 'nothing' = 'value';
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at += match[0].length;
    return match !== null;
  };
  const afterValue = (): Expected | 'nothing' => (open.length === 0 ? 'nothing' : 'comma or end');
  while (true) {
    take(SPACE);
    const next = text[at];
    if (next === undefined || expected === 'nothing') return at;
    if ((next === '}' || next === ']') && expected.endsWith('or end')) {
      if (open.at(-1) !== (next === '}' ? '{' : '[')) return at;
      open.pop();
      at += 1;
      expected = afterValue();
    } else if (expected === 'comma or end') {
      if (next !== ',') return at;
      at += 1;
      expected = open.at(-1) === '{' ? 'name' : 'value';
    } else if (expected === 'name' || expected === 'name or end') {
      if (!take(NAME)) return at;
      take(SPACE);
      if (text[at] !== ':') return at;
      at += 1;
      expected = 'value';
    } else if (next === '{' || next === '[') {
      open.push(next);
      at += 1;
      expected = next === '{' ? 'name or end' : 'value or end';
    } else {
      if (!take(SCALAR)) return at;
      expected = afterValue();
    }
  }
}
