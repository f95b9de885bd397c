/** Isolates a name in another script, so that it does not change the order of the words around it. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

/** Marks an amount, a date or an id as left-to-right, which it is in every language. */
export function leftToRight(text: string): string {
  return `\u2066${text}\u2069`;
}
