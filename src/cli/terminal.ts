import { createInterface } from 'node:readline/promises';

/** The terminal on which a command prints its output and asks its questions. */
export interface Terminal {
  print: (text: string) => void;
  /** Writes a message for people to standard error: a problem, a warning or progress. */
  say: (line: string) => void;
  /** Like `say`, but writes only if standard error is a terminal, which a person reads. */
  remind: (line: string) => void;
  /**
   * Asks the operator a question. Resolves with null if standard input is not a terminal, because nobody can then
   * answer.
   */
  ask: (question: string) => Promise<string | null>;
  /**
   * Shows the progress of long work. On a terminal, the function updates one line. On any other output, it writes a new
   * line every few seconds.
   */
  progress: (done: number, total: number, what: string) => void;
}

const LOG_EVERY_MILLISECONDS = 5_000;
const DRAW_EVERY_MILLISECONDS = 100;

export function createTerminal({ stdin, stdout, stderr }: NodeJS.Process): Terminal {
  let shownAt = 0;
  let isLineOpen = false;
  const endLine = () => {
    if (isLineOpen) stderr.write('\n');
    isLineOpen = false;
  };
  // When a program such as `head` needs no more lines, it closes the pipe. The closed pipe is not an error.
  for (const stream of [stdout, stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  return {
    print: (text) => {
      endLine();
      stdout.write(`${printable(text)}\n`);
    },
    say: (line) => {
      endLine();
      stderr.write(`${printable(line)}\n`);
    },
    remind: (line) => {
      endLine();
      if (stderr.isTTY) stderr.write(`${printable(line)}\n`);
    },
    ask: async (question) => {
      endLine();
      if (!stdin.isTTY) return null;
      const lines = createInterface({ input: stdin, output: stderr });
      try {
        return await lines.question(printable(question));
      } finally {
        lines.close();
      }
    },
    progress: (done, total, what) => {
      const now = Date.now();
      const every = stderr.isTTY ? DRAW_EVERY_MILLISECONDS : LOG_EVERY_MILLISECONDS;
      if (shownAt === 0) shownAt = now;
      if (now - shownAt < every && done < total) return;
      if (done === total && !isLineOpen && !stderr.isTTY) return;
      shownAt = now;
      const percent = total === 0 ? 100 : Math.floor((done * 100) / total);
      const line = `${done} of ${total} ${what} (${percent} %)`;
      stderr.write(stderr.isTTY ? `\r${line}\u001b[K` : `${line}\n`);
      isLineOpen = stderr.isTTY;
    },
  };
}

/**
 * The characters that a terminal executes and does not show: control characters, and characters that change the
 * direction of text. Guests and partners could put such characters into texts that operators read. Zero-width joiners
 * and non-joiners are not in this set, because Kurdish and Persian words need them.
 */
const OBEYED = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Writes an escape sequence, such as \u202e, in place of each character that a terminal executes. JSON has the same
 * escape sequences, so the meaning of JSON does not change.
 */
function printable(text: string): string {
  return text.replace(OBEYED, (character) => (/[\n\t]/.test(character) ? character : escaped(character)));
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Puts the text of a cell on one line. */
function cellOf(value: string | number | null | undefined): string {
  return String(value ?? '–').replace(OBEYED, escaped);
}

/** Writes rows as a table for people. Every row has the same fields. A field that is null is shown as –. */
export function table(rows: Record<string, string | number | null>[], empty: string): string {
  const [first] = rows;
  if (first === undefined) return empty;
  const columns = Object.keys(first);
  const cells = [columns, ...rows.map((row) => columns.map((column) => cellOf(row[column])))];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => [...row[index]!].length)));
  const line = (row: string[]) =>
    row
      .map((cell, index) => cell + ' '.repeat(widths[index]! - [...cell].length))
      .join('  ')
      .trimEnd();
  return cells.map(line).join('\n');
}

/** Writes one object as a list of its fields. */
export function fields(of: Record<string, string | number | null>): string {
  const width = Math.max(...Object.keys(of).map((name) => name.length));
  return Object.entries(of)
    .map(([name, value]) => `${name.padEnd(width)}  ${cellOf(value)}`)
    .join('\n');
}

/** Writes a number with its noun: 1 night, 2 nights. */
export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

/** Writes a time in Baghdad for people. */
export function shownTime(at: Date | null): string | null {
  if (at === null) return null;
  return new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
}
