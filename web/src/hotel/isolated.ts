/** A name inside a sentence of the other direction keeps its own, and does not move the words around it. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
