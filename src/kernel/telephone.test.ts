import { expect, it } from 'vitest';
import { groupTelephone, parseTelephone } from './telephone.ts';

it.each([
  ['+9647700012340', '+9647700012340', '+964 770 001 2340'],
  ['0770 001 2340', '+9647700012340', '+964 770 001 2340'],
  ['٠٧٧٠٠٠١٢٣٤٠', '+9647700012340', '+964 770 001 2340'],
  ['+964 1 778 9000', '+96417789000', '+964 1 778 9000'],
  ['+44 20 7946 0000', '+442079460000', '+44 20 7946 0000'],
])('%s is %s, read as %s', (text, number, grouped) => {
  expect(parseTelephone(text)).toBe(number);
  expect(groupTelephone(number)).toBe(grouped);
});

it.each(['', 'reception', '123', '+9647', '0770 001 2340 9999'])('%j is no number', (text) => {
  expect(parseTelephone(text)).toBeNull();
});

it('leaves what is no number as it is', () => {
  expect(groupTelephone('ask at the desk')).toBe('ask at the desk');
});
