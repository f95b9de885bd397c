import { expect, it } from 'vitest';
import { StartRefused } from '../kernel/start-refused.ts';
import { messageOf } from './run.ts';

const errorOf = (message: string, fields: object) => Object.assign(new Error(message), fields);

it.each([
  ['a refusal', new StartRefused('the port is taken'), 'the port is taken'],
  [
    'a file',
    errorOf("EACCES: permission denied, open '/data/key-pepper'", {
      code: 'EACCES',
      path: '/data/key-pepper',
    }),
    "EACCES: permission denied, open '/data/key-pepper'",
  ],
  [
    'a connection',
    errorOf('read ECONNRESET', { code: 'ECONNRESET' }),
    'the database connection was lost: read ECONNRESET; what was not confirmed above was not done',
  ],
  [
    'a connection that failed on every address',
    errorOf('', { code: 'ECONNREFUSED' }),
    'the database connection was lost: ECONNREFUSED; what was not confirmed above was not done',
  ],
  [
    'a server that shuts down',
    errorOf('terminating connection due to administrator command', { code: '57P01' }),
    'the database connection was lost: terminating connection due to administrator command; what was not confirmed above was not done',
  ],
  [
    'a full disk',
    errorOf('could not extend file: No space left on device\nmore', { code: '53100' }),
    'the database refused: could not extend file: No space left on device; what was not confirmed above was not done',
  ],
  [
    'a role without the right',
    errorOf('permission denied for schema public', { code: '42501' }),
    'the database refused: permission denied for schema public; what was not confirmed above was not done',
  ],
])('%s is one line', (_, error, line) => {
  expect(messageOf(error)).toBe(line);
});

it('a bug shows where it happened', () => {
  expect(messageOf(new TypeError('x is not a function'))).toContain('run.test.ts');
  expect(messageOf(errorOf('duplicate key', { code: '23505' }))).toContain('run.test.ts');
});
