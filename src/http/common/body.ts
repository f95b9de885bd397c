// Parses JSON bodies, and limits their size and depth.

import type { FastifyInstance } from 'fastify';
import { refuse, refuseInput } from '../../kernel/refusal.ts';
import { BadBody } from './error-model.ts';

export const BODY_LIMIT_BYTES = 65_536;
/**
 * The limit for the nesting of a JSON body. Valid bodies have far fewer levels, and a recursion of this depth does not
 * exhaust the stack.
 */
const DEPTH_LIMIT = 16;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses JSON bodies. Refuses a body that is nested too deeply, and text that PostgreSQL cannot store (a NUL, half a
 * surrogate pair). Without this check, such text would later cause an internal error.
 */
export function registerBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // The parser uses a callback and not a promise, because it runs for every request with a body, and a promise is
  // slower.
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, read(body));
    } catch (error) {
      done(error as Error);
    }
  });
}

function read(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  const parsed = parse(body);
  const problem = firstProblem(parsed, '', 1);
  if (problem === null) return parsed;
  throw new BadBody(refuseInput([{ field: problem.field, code: 'INVALID_TEXT', message: problem.message }]));
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    throw new BadBody(refuse('MALFORMED_JSON', 'the body is not valid JSON in UTF-8'));
  }
}

/**
 * Returns null when PostgreSQL can store every text in the value and the nesting is not too deep. This function also
 * checks query strings.
 */
export function firstProblem(
  value: unknown,
  field: string,
  depth: number,
): { field: string; message: string } | null {
  if (typeof value === 'string') {
    if (value.includes('\u0000')) return { field, message: `${field} contains a NUL character` };
    if (!value.isWellFormed()) return { field, message: `${field} contains an unpaired surrogate` };
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  if (depth > DEPTH_LIMIT)
    return { field: 'body', message: `the body is nested deeper than ${DEPTH_LIMIT} levels` };
  if (Array.isArray(value)) {
    // `entries()` gives the indexes as numbers. `Object.keys` would create a million strings for a list of a million
    // items.
    for (const [index, inner] of value.entries()) {
      const problem = firstProblem(inner, field === '' ? String(index) : field, depth + 1);
      if (problem !== null) return problem;
    }
    return null;
  }
  for (const name of Object.keys(value)) {
    const inner = (value as Record<string, unknown>)[name];
    const inside = field === '' ? name.slice(0, 64) : field;
    if (name.includes('\u0000') || !name.isWellFormed())
      return { field: 'body', message: 'a field name contains a NUL character or an unpaired surrogate' };
    const problem = firstProblem(inner, inside, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}
