// Serialised JSON that the engine can join without encoding it again.

declare const written: unique symbol;

/**
 * Serialised JSON in which every character stands for one byte of UTF-8. The engine stores this text with one byte per
 * character, and joins and copies it in that form. One Arabic letter in ordinary text would double the size of the
 * whole response and force the engine to encode all of it.
 */
export type WrittenJson = string & { readonly [written]: true };

export function writeJson(value: unknown): WrittenJson {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('latin1') as WrittenJson;
}

/** Marks text that was joined from serialised pieces and from ASCII that needs no escaping. */
export function joinWritten(text: string): WrittenJson {
  return text as WrittenJson;
}

/**
 * Text that is kept for many responses. It is converted to bytes once, because otherwise the engine joins its pieces
 * each time.
 */
export function keepWritten(text: string): WrittenJson {
  return Buffer.from(text, 'latin1').toString('latin1') as WrittenJson;
}

export function bytesOf(json: WrittenJson): Buffer {
  return Buffer.from(json, 'latin1');
}
