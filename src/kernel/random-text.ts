/** Random characters without modulo bias. Bytes beyond the last whole multiple of the alphabet's size are drawn again. */
export function randomText(length: number, alphabet: string, random: (bytes: number) => Buffer): string {
  const fair = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    const bytes = random(length);
    for (let at = 0; at < bytes.length && text.length < length; at += 1)
      if (bytes[at]! < fair) text += alphabet[bytes[at]! % alphabet.length];
  }
  return text;
}
