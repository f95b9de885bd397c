import { expect, it } from 'vitest';
import { serverConditionOf } from './server-condition.ts';

const errorOf = (message: string, code?: string) =>
  Object.assign(new Error(message), code !== undefined && { code });

it.each([
  ['a response that did not come', errorOf('Query read timeout'), 'did not respond: Query read timeout'],
  [
    'a connection that did not come',
    errorOf('Connection terminated due to connection timeout'),
    'did not respond: Connection terminated due to connection timeout',
  ],
  [
    'a connection that was lost',
    errorOf('read ECONNRESET', 'ECONNRESET'),
    'did not respond: read ECONNRESET',
  ],
  ['no server at any address', errorOf('', 'ECONNREFUSED'), 'did not respond: ECONNREFUSED'],
  [
    'a transaction that stood still',
    errorOf('terminating connection due to idle-in-transaction timeout\nmore', '25P03'),
    'refused: terminating connection due to idle-in-transaction timeout',
  ],
  ['a full disk', errorOf('No space left on device', '53100'), 'refused: No space left on device'],
])('%s is one line', (_, error, line) => {
  expect(serverConditionOf(error)).toBe(`the database ${line}`);
});

it('a bug is none', () => {
  expect(serverConditionOf(new TypeError('x is not a function'))).toBe(null);
  expect(serverConditionOf(errorOf('duplicate key', '23505'))).toBe(null);
});
