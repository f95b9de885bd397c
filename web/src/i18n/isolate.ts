/** A name in another script, so that it does not change the order of the words around it. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

/** An amount, a date or an id, which is read from left to right in every language. */
export function leftToRight(text: string): string {
  return `\u2066${text}\u2069`;
}
