import { describe, expect, it } from 'vitest';
import { acceptedLanguage } from './accepted-language.ts';

describe('the language of a page', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['ar-IQ,ar;q=0.9,en;q=0.8', 'ar'],
    ['ckb', 'ckb'],
    ['ku-IQ, ar;q=0.5', 'ckb'],
    ['en;q=0.2, ar;q=0.7', 'ar'],
    ['ar;q=0, en', 'en'],
    ['fr, de;q=0.9', 'en'],
    ['fr, ckb;q=0.1', 'ckb'],
    [';;;,q=,ar;q=x', 'en'],
  ])('%j is read as %s', (header, language) => {
    expect(acceptedLanguage(header)).toBe(language);
  });
});
