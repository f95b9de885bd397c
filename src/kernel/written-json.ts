// Serialised JSON pieces that the JavaScript engine can join without encoding them again.

declare const written: unique symbol;

/**
 * Serialised JSON in which every character stands for one byte of UTF-8. The JavaScript engine stores such a text with
 * one byte per character, and need not encode it when it joins or copies pieces. In an ordinary text, a single Arabic
 * letter would double the size of the whole response in memory, and the engine would have to encode the whole response.
 */
export type WrittenJson = string & { readonly [written]: true };

export function writeJson(value: unknown): WrittenJson {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('latin1') as WrittenJson;
}

/**
 * Marks a text as serialised JSON. The text must consist of serialised pieces and of ASCII characters that need no
 * escaping.
 */
export function joinWritten(text: string): WrittenJson {
  return text as WrittenJson;
}

/**
 * Prepares a text that is kept for many responses. The function converts the text to bytes and then to a text again,
 * because the engine would otherwise join the pieces of the text for each response.
 */
export function keepWritten(text: string): WrittenJson {
  return Buffer.from(text, 'latin1').toString('latin1') as WrittenJson;
}

export function bytesOf(json: WrittenJson): Buffer {
  return Buffer.from(json, 'latin1');
}
