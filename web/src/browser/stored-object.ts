/**
 * Parses a stored text. Readers and browser extensions can change stored texts, so the function returns null if the
 * text is not an object.
 */
export function storedObject(text: string | null): object | null {
  try {
    const value: unknown = text === null ? null : JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
