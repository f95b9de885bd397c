/** Isolates a name, so that its text direction does not change the order of the words around it. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
