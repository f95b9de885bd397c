import type { FastifyInstance } from 'fastify';
import { refuse, refuseInput } from '../../kernel/refusal.ts';
import { BadBody } from './error-model.ts';

export const BODY_LIMIT_BYTES = 65_536;
/** Far beyond any body of ours, and far below what could exhaust a stack that walks it. */
const DEPTH_LIMIT = 16;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * JSON bodies, with what the rest of the service may then rely on: shallow, and free of text that PostgreSQL
 * cannot store (a NUL, half a surrogate pair), which would otherwise fail deep inside as a fault of ours.
 */
export function registerBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // Calls back instead of returning a promise: every request with a body comes this way.
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

/** Null when every text in a value can be stored. Also used for query strings. */
export function firstProblem(
  value: unknown,
  field: string,
  depth: number,
): { field: string; message: string } | null {
  if (typeof value === 'string') {
    if (value.includes('\u0000')) return { field, message: `${field} contains a NUL character` };
    if (!value.isWellFormed()) return { field, message: `${field} contains half a surrogate pair` };
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  if (depth > DEPTH_LIMIT)
    return { field: 'body', message: `the body is nested deeper than ${DEPTH_LIMIT} levels` };
  for (const [name, inner] of Object.entries(value)) {
    const inside = field === '' ? name.slice(0, 64) : field;
    if (name.includes('\u0000') || !name.isWellFormed())
      return { field: 'body', message: 'the name of a field contains a NUL or half a surrogate pair' };
    const problem = firstProblem(inner, inside, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}
