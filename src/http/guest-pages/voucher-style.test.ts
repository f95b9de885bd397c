import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/**
 * The site is a separate program, so vouchers cannot import its list of letters. If a letter is missing in one list, it
 * has another font there.
 */
it('vouchers take the same letters from the fonts as the site', () => {
  const rangesOf = (path: string) =>
    readFileSync(new URL(path, import.meta.url), 'utf8').match(/'U\+[^']+'/g);
  const own = rangesOf('./voucher-style.ts');
  expect(own).toHaveLength(2);
  expect(own).toEqual(rangesOf('../../../web/src/browser/fonts.ts'));
});
