/**
 * Parses a stored text. Returns null if the text is not an object: readers and browser extensions can change stored
 * texts.
 */
export function storedObject(text: string | null): object | null {
  try {
    const value: unknown = text === null ? null : JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
