/** Isolates a name. Without isolation, the text direction of the name could change the order of the words around it. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
