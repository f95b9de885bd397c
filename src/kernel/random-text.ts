/**
 * Returns random characters of the alphabet. All characters are equally likely, because bytes that would make some
 * characters more likely (modulo bias) are not used.
 */
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
