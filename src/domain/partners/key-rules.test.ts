import { describe, expect, it } from 'vitest';
import { findKey, type KeyRow, keyState, overlapProblem } from './key-rules.ts';

const NOW = new Date('2026-12-01T00:00:00Z');
const at = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
const key = (id: string, changes: Partial<KeyRow> = {}): KeyRow => ({
  ...{ id, clientId: 'acme', hint: 'x7Qd', createdAt: at(-1), lastUsedAt: null },
  ...{ expiresAt: null, revokedAt: null, ...changes },
});

describe('the state of a key', () => {
  it.each([
    ['ACTIVE', {}],
    ['EXPIRING', { expiresAt: at(1) }],
    ['EXPIRED', { expiresAt: at(0) }],
    ['REVOKED', { revokedAt: at(-1) }],
    ['REVOKED', { revokedAt: at(-1), expiresAt: at(1) }],
  ] as const)('is %s with %j', (state, changes) => {
    expect(keyState(key('1', changes), NOW)).toBe(state);
  });
});

describe('an overlap', () => {
  it('is from 0 to 90 days', () => {
    expect([0, 1, 90 * 24 * 60].map(overlapProblem)).toEqual([null, null, null]);
    expect(overlapProblem(90 * 24 * 60 + 1)).toContain('0 to 90 days');
  });
});

describe('a key that is named', () => {
  const find = (keys: KeyRow[], reference: string) => findKey(keys, 'acme', reference, NOW);

  it('by its id or its last characters', () => {
    const keys = [key('aaaa-1'), key('bbbb-2', { hint: 'Zzz9' })];
    expect(find(keys, 'AAAA-1')).toEqual({ ok: true, value: keys[0] });
    expect(find(keys, 'Zzz9')).toEqual({ ok: true, value: keys[1] });
    expect(find(keys, 'zzz9')).toMatchObject({ ok: false });
  });

  it('is the one that still works, of several with the same last characters', () => {
    const keys = [key('1', { revokedAt: at(-1) }), key('2')];
    expect(find(keys, 'x7Qd')).toEqual({ ok: true, value: keys[1] });
    expect(find([keys[0]!], 'x7Qd')).toEqual({ ok: true, value: keys[0] });
  });

  it('must be only one: two that work are listed by id', () => {
    const found = find([key('1'), key('2')], 'x7Qd');
    expect(!found.ok && found.problems).toEqual([expect.stringContaining('(1, 2)')]);
  });
});
