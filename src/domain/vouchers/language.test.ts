import { expect, it } from 'vitest';
import { chooseLanguage } from './language.ts';

it.each([
  ['ar', 'en', 'ar'],
  ['ckb', 'en', 'ckb'],
  ['en', 'ckb', 'en'],
])('lang=%s wins over the browser, which prefers %s', (asked, accepted, language) => {
  expect(chooseLanguage(asked, accepted)).toBe(language);
});

it.each(['xx', '', 'CKB', 'constructor', ['ar', 'en'], null, undefined])('lang=%j is not known', (asked) => {
  expect(chooseLanguage(asked, 'ckb-IQ')).toBe('ckb');
  expect(chooseLanguage(asked, undefined)).toBe('en');
});

it.each([
  ['ar-IQ,ar;q=0.9,en;q=0.8', 'ar'],
  ['en-GB,ar;q=0.5', 'en'],
  ['ckb-IQ, ar;q=0.9', 'ckb'],
  ['ku', 'ckb'],
  ['fr, de;q=0.9, ar;q=0.8', 'ar'],
  ['en;q=0.2, ar;q=0.3, ckb;q=0.1', 'ar'],
  ['ar;q=0, en;q=0.1', 'en'],
  ['ar;q=nonsense', 'en'],
  ['arabic, __proto__', 'en'],
  ['*', 'en'],
  ['', 'en'],
])('a browser that prefers %j reads %s', (accepted, language) => {
  expect(chooseLanguage(undefined, accepted)).toBe(language);
});
