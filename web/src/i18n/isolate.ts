/** Isolates a name. Without isolation, a name in another script could change the order of the words around it. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

/** Marks a text as left-to-right. Amounts, dates and ids are left-to-right in every language. */
export function leftToRight(text: string): string {
  return `\u2066${text}\u2069`;
}
