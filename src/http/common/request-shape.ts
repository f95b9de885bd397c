// Checks the names of fields and converts numbers in the query string, before schema validation.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type FieldProblem, refuseInput } from '../../kernel/refusal.ts';
import { firstProblem } from './body.ts';
import { sendRefusal } from './errors.ts';
import { inspectFields } from './fields.ts';

interface ObjectSchema {
  properties?: Record<string, { type?: string }>;
}

interface RouteSchema {
  params?: ObjectSchema;
  querystring?: ObjectSchema;
  body?: ObjectSchema;
}

/**
 * The names of the fields that a route accepts. They are read from the schema of the route once, and not on every
 * request.
 */
interface RouteShape {
  hasParams: boolean;
  /** Null when the route has no query string. */
  query: Set<string> | null;
  /** The names of the query parameters that are whole numbers. */
  numbers: string[];
  /** Null when the route has no body with named fields. */
  body: Set<string> | null;
}

/**
 * Runs before schema validation. Converts numbers in the query string, and refuses or reports unknown fields. Fastify's
 * type coercion was rejected, because it would also convert "2" in a body to 2, and "0x10" in a query string to 16.
 */
export function registerRequestShape(app: FastifyInstance): void {
  app.decorateRequest('warnings');
  app.decorateRequest('waitedMilliseconds');
  app.decorateRequest('errorCode');
  const shapes = new WeakMap<object, RouteShape>();
  app.addHook('preValidation', (request, reply, done) => {
    const { schema } = request.route;
    if (schema === undefined || request.is404) return done();
    let shape = shapes.get(schema);
    if (shape === undefined) {
      shape = shapeOf(schema as RouteSchema);
      shapes.set(schema, shape);
    }
    const problems = problemsOf(request, shape);
    if (problems.length > 0) return void sendRefusal(request, reply, refuseInput(problems));
    done();
  });
}

function shapeOf({ params, querystring, body }: RouteSchema): RouteShape {
  const fields = Object.entries(querystring?.properties ?? {});
  return {
    hasParams: params !== undefined,
    query: querystring === undefined ? null : new Set(fields.map(([name]) => name)),
    numbers: fields.filter(([, property]) => property.type === 'integer').map(([name]) => name),
    body: body?.properties === undefined ? null : new Set(Object.keys(body.properties)),
  };
}

function problemsOf(request: FastifyRequest, shape: RouteShape): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (shape.hasParams) addTextProblem(problems, request.params);
  if (shape.query !== null) {
    const query = request.query as Record<string, unknown>;
    readNumbers(query, shape.numbers);
    addTextProblem(problems, query);
    inspect(request, query, shape.query, problems);
  }
  if (shape.body !== null) {
    // A missing body is treated as an empty body, so that the response names each missing field.
    if (request.body === undefined) request.body = {};
    if (isPlainObject(request.body)) inspect(request, request.body, shape.body, problems);
  }
  return problems;
}

function addTextProblem(problems: FieldProblem[], given: unknown): void {
  const text = firstProblem(given, '', 1);
  if (text !== null) problems.push({ ...text, code: 'INVALID_TEXT' });
}

function inspect(
  request: FastifyRequest,
  given: Record<string, unknown>,
  known: Set<string>,
  problems: FieldProblem[],
): void {
  const unknown = Object.keys(given).filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  const { nearMisses, ignored } = inspectFields(unknown, [...known]);
  problems.push(...nearMisses);
  if (ignored.length === 0) return;
  const warnings = ignored.map((field) => ({
    field,
    code: 'UNKNOWN_FIELD' as const,
    message: `unknown field ${field} was ignored`,
  }));
  request.warnings = [...(request.warnings ?? []), ...warnings];
}

function readNumbers(query: Record<string, unknown>, names: string[]): void {
  for (const name of names) {
    const value = query[name];
    if (typeof value === 'string' && /^-?[0-9]{1,9}$/.test(value)) query[name] = Number(value);
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
