import { describe, expect, it } from 'vitest';
import { mailAddress, phoneText, reportText, requestIdOf } from './report.ts';
import { supportEn } from './words/en.ts';

describe('a report to support', () => {
  it.each([
    ['?request_id=req-1', 'req-1'],
    [`?request_id=${'a'.repeat(64)}`, 'a'.repeat(64)],
    [`?request_id=${'a'.repeat(65)}`, ''],
    ['?request_id=a%0Ab', ''],
    ['', ''],
  ])('takes %s as the request id %j', (query, id) => {
    expect(requestIdOf(query)).toBe(id);
  });

  it('has what the page knows, and a line for the rest', () => {
    const text = reportText(supportEn, { environment: 'sandbox', clientId: 'c-1', requestId: 'req-1' });
    expect(text.split('\n')).toHaveLength(Object.keys(supportEn.field).length);
    expect(text).toContain(`${supportEn.field.clientId}: c-1\n${supportEn.field.requestId}: req-1\n`);
  });

  it('becomes a mail whose text cannot add fields to its address', () => {
    const address = mailAddress('help@example.com', 'a&bcc=x', 'one\ntwo & three');
    expect(address).toBe('mailto:help@example.com?subject=a%26bcc%3Dx&body=one%0D%0Atwo%20%26%20three');
  });

  it.each([
    ['+9647701234567', '+964 770 123 4567'],
    ['+96417789000', '+96417789000'],
  ])('shows %s as %s', (phone, text) => {
    expect(phoneText(phone)).toBe(text);
  });
});
