// Converts the errors of the schema validator into the problems that a response lists.

import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import { A_DATE } from '../../kernel/day.ts';
import type { FieldProblem, FieldProblemCode } from '../../kernel/refusal.ts';

/**
 * The maximum number of problems in a response. A large body can have a hundred thousand problems, but a person reads
 * no more than the first few.
 */
const PROBLEMS_LIMIT = 100;

/**
 * Returns one problem for each field that the schema rejects. A problem contains the name of the field, a code and a
 * message.
 */
export function problemsOf(errors: FastifySchemaValidationError[], part: string): FieldProblem[] {
  // A value can violate several rules of the schema. The list contains the first problem of each field and no others.
  const problems = new Map<string, FieldProblem>();
  for (const error of errors) {
    if (problems.size === PROBLEMS_LIMIT) break;
    const problem = problemOf(error, part);
    if (!problems.has(problem.field)) problems.set(problem.field, problem);
  }
  return [...problems.values()];
}

function problemOf(error: FastifySchemaValidationError, part: string): FieldProblem {
  const path = error.instancePath.slice(1).replaceAll('/', '.');
  const params = error.params as Record<string, unknown>;
  if (error.keyword === 'required') {
    const field = [path, params.missingProperty].filter((piece) => piece !== '').join('.');
    return { field, code: 'REQUIRED', message: `${field} is required` };
  }
  const field = path === '' ? part : path;
  const [code, demand] = demandOf(error.keyword, params, error.message ?? 'is not valid');
  return { field, code, message: `${field} ${demand}` };
}

function demandOf(
  keyword: string,
  params: Record<string, unknown>,
  fallback: string,
): [FieldProblemCode, string] {
  switch (keyword) {
    case 'type':
      return ['WRONG_TYPE', `must be ${[params.type].flat().map(article).join(' or ')}`];
    case 'minimum':
      return ['TOO_SMALL', `must be at least ${params.limit}`];
    case 'maximum':
      return ['TOO_LARGE', `must be at most ${params.limit}`];
    case 'minLength':
      return ['TOO_SHORT', `must have at least ${params.limit} characters`];
    case 'maxLength':
      return ['TOO_LONG', `must have at most ${params.limit} characters`];
    case 'format':
      return ['INVALID_FORMAT', params.format === 'date' ? A_DATE : `must be a valid ${params.format}`];
    case 'pattern':
      return ['INVALID_FORMAT', `must match ${params.pattern}`];
    case 'additionalProperties':
      return ['NOT_ALLOWED', `has an unknown field: ${params.additionalProperty}`];
    case 'minItems':
      return ['TOO_SHORT', `must have at least ${params.limit} items`];
    case 'maxItems':
      return ['TOO_LONG', `must have at most ${params.limit} items`];
    case 'enum':
      return ['NOT_ALLOWED', `must be one of ${(params.allowedValues as unknown[]).join(', ')}`];
    default:
      return ['INVALID', fallback];
  }
}

function article(type: unknown): string {
  if (type === 'integer') return 'a whole number';
  if (type === 'object') return 'a JSON object';
  return type === 'null' ? 'null' : `${type === 'array' ? 'an' : 'a'} ${type}`;
}
