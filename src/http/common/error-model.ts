import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NoExchangeRate } from '../../kernel/exchange.ts';
import { type Refusal, refuse, refuseInput } from '../../kernel/refusal.ts';
import { isDatabaseAway } from '../../platform/db/database-away.ts';
import { sendRefusal } from './errors.ts';
import { problemsOf } from './validation.ts';

/** Sends a page to a person who opened an unknown address in a browser. Returns null when the caller is a program. */
export type RespondToLostReader = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | null;

/**
 * Registers the handlers that respond to failed requests. All responses have the same form of error body. A person who
 * opens an unknown address in a browser receives an HTML page instead.
 */
export function registerErrorModel(app: FastifyInstance, respondToLostReader: RespondToLostReader): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = refusalOf(error, request);
    if (refusal.code === 'INTERNAL_ERROR')
      request.log.error({ request_id: request.id, err: describeFault(error) }, 'request failed');
    return sendRefusal(request, reply, refusal);
  });
  app.setNotFoundHandler(
    (request, reply) =>
      respondToLostReader(request, reply) ??
      sendRefusal(
        request,
        reply,
        refuse('ROUTE_NOT_FOUND', `route not found: ${request.method} ${pathOf(request)}`),
      ),
  );
}

/**
 * If a request has a known path but a method that is not allowed there, the response is 405 with the list of allowed
 * methods.
 */
export function registerMethodNotAllowed(
  app: FastifyInstance,
  methodsByPath: Map<string, Set<string>>,
): void {
  for (const [url, methods] of methodsByPath) {
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (method) => !methods.has(method),
    );
    const allow = [...methods].sort().join(', ');
    app.route({
      method: others,
      url,
      schema: { hide: true },
      config: { access: 'open' },
      // Runs before the body is read, because the service refuses the method whatever the body contains.
      onRequest: async (request, reply) => {
        reply.header('allow', allow);
        const message = `method ${request.method} is not allowed; allowed: ${allow}`;
        return sendRefusal(request, reply, refuse('METHOD_NOT_ALLOWED', message));
      },
      handler: () => {},
    });
  }
}

function refusalOf(error: FastifyError, request: FastifyRequest): Refusal {
  if (error.validation !== undefined)
    return refuseInput(problemsOf(error.validation, error.validationContext ?? 'body'));
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refuse(
        'PAYLOAD_TOO_LARGE',
        `the body is larger than ${sizeText(request.routeOptions.bodyLimit)}`,
      );
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
        ? refuse('UNSUPPORTED_MEDIA_TYPE', 'Content-Type must be application/json')
        : refuse('MALFORMED_JSON', 'the length of the body does not match Content-Length');
  }
  // The error codes of zlib begin with Z_. An error of zlib that arrives here comes from the decompression of a request
  // body.
  if (/^Z_[A-Z]+_ERROR$/.test(error.code ?? ''))
    return refuse('MALFORMED_JSON', 'the body is not valid gzip');
  if (error instanceof BadBody) return error.refusal;
  if ((error as Error) instanceof NoExchangeRate) return refuse('SERVICE_UNAVAILABLE', error.message);
  if (isDatabaseAway(error)) return refuse('SERVICE_UNAVAILABLE', 'the database does not respond; try again');
  return refuse('INTERNAL_ERROR', 'internal error; send us the request_id');
}

function sizeText(bytes: number): string {
  return bytes >= 1_048_576 ? `${bytes / 1_048_576} MiB` : `${bytes / 1_024} KiB`;
}

/** The body parser throws this error, because a Fastify parser can refuse a body only with an error. */
export class BadBody extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/**
 * Describes an error for the log. The message of a database error may quote data of a guest, so the log contains the
 * error code, the table, the constraint and the stack, but not the message.
 */
export function describeFault(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, severity, table, constraint, routine } = error as unknown as Record<string, unknown>;
  if (typeof severity !== 'string') return { type: error.name, code, stack: error.stack };
  const stack = String(error.stack).split('\n').slice(1).join('\n');
  return { type: 'DatabaseError', code, table, constraint, routine, stack };
}

function pathOf(request: FastifyRequest): string {
  return request.originalUrl.split('?')[0]!.slice(0, 200);
}
