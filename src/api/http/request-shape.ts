import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type FieldProblem, refuseInput } from '../../kernel/refusal.ts';
import { firstProblem } from './body.ts';
import { sendRefusal } from './errors.ts';
import { inspectFields } from './fields.ts';

interface ObjectSchema {
  properties?: Record<string, { type?: string }>;
}

/**
 * Runs before schema validation. Numbers in the query string become numbers; unknown fields are refused or reported.
 * Rejected: Fastify's own coercion, which would also turn a body's "2" into 2 and a query's "0x10" into 16.
 */
export function registerRequestShape(app: FastifyInstance): void {
  app.decorateRequest('warnings');
  app.addHook('preValidation', (request, reply, done) => {
    const schema = request.routeOptions.schema as
      | { params?: ObjectSchema; querystring?: ObjectSchema; body?: ObjectSchema }
      | undefined;
    if (schema === undefined || request.is404) return done();
    const problems: FieldProblem[] = [];
    if (schema.params !== undefined) {
      const text = firstProblem(request.params, '', 1);
      if (text !== null) problems.push({ ...text, code: 'INVALID_TEXT' });
    }
    if (schema.querystring !== undefined) {
      const query = request.query as Record<string, unknown>;
      readNumbers(query, schema.querystring);
      const text = firstProblem(query, '', 1);
      if (text !== null) problems.push({ ...text, code: 'INVALID_TEXT' });
      problems.push(...inspect(request, query, schema.querystring));
    }
    if (schema.body?.properties !== undefined) {
      // A missing body is treated as an empty one, so that the response names each missing field.
      if (request.body === undefined) request.body = {};
      if (isPlainObject(request.body)) problems.push(...inspect(request, request.body, schema.body));
    }
    if (problems.length > 0) return void sendRefusal(request, reply, refuseInput(problems));
    done();
  });
}

function inspect(
  request: FastifyRequest,
  given: Record<string, unknown>,
  schema: ObjectSchema,
): FieldProblem[] {
  const { nearMisses, ignored } = inspectFields(Object.keys(given), Object.keys(schema.properties ?? {}));
  if (ignored.length > 0)
    request.warnings = [
      ...(request.warnings ?? []),
      ...ignored.map((field) => ({
        field,
        code: 'UNKNOWN_FIELD' as const,
        message: `unknown field ${field} was ignored`,
      })),
    ];
  return nearMisses;
}

function readNumbers(query: Record<string, unknown>, schema: ObjectSchema): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const value = query[name];
    if (property.type === 'integer' && typeof value === 'string' && /^-?[0-9]{1,9}$/.test(value))
      query[name] = Number(value);
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
