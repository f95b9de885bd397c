/** Parses a stored text. Returns null if it is no object: readers and browser extensions can change what is stored. */
export function storedObject(text: string | null): object | null {
  try {
    const value: unknown = text === null ? null : JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
