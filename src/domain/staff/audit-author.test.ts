import { expect, it } from 'vitest';
import { auditAuthor } from './audit-author.ts';

const author = (who: string, action: string, name: string | null = null) =>
  auditAuthor({ who, action, name, email: name === null ? null : 'a@b.co' });

it('people have their name of today, and operators none', () => {
  expect(author('staff 1', 'staff invite', 'Sara')).toEqual({ by: 'PERSON', who: 'Sara', email: 'a@b.co' });
  expect(author('root@ops-1', 'staff invite')).toEqual({ by: 'OPERATOR', who: 'operator', email: null });
  expect(author('203.0.113.7', 'refused sign-in').who).toBe('203.0.113.7');
  expect(author('Palm PMS', 'cannot-honour').by).toBe('OTHER');
  expect(author('Sara <sara@b.co>', 'staff invite').by).toBe('OTHER');
});
