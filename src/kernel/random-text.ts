/** Random characters without modulo bias: bytes past the last whole multiple are drawn again. */
export function randomText(length: number, alphabet: string, random: (bytes: number) => Buffer): string {
  const fair = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length)
    for (const byte of random(length))
      if (byte < fair && text.length < length) text += alphabet[byte % alphabet.length];
  return text;
}
