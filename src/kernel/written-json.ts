/**
 * JSON on its way out: text whose every character stands for one byte of UTF-8. The engine then keeps it at a byte a
 * character and joins and copies it as such; one Arabic letter in ordinary text would double all of a long answer and
 * have it encoded from the start. What is put between such pieces by hand must be ASCII and need no escaping.
 */
export type WrittenJson = string;

export function writeJson(value: unknown): WrittenJson {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('latin1');
}

export function bytesOf(written: WrittenJson): Buffer {
  return Buffer.from(written, 'latin1');
}
