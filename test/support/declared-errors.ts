import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { openApiFile } from '../../scripts/openapi-document.ts';
import type { App } from '../../src/http/common/wire.ts';

/** Error responses with codes that the OpenAPI document does not declare for their operation. */
export interface UndeclaredErrors {
  /** Checks a response: method, address, status, and the body as text. */
  see: (method: string, url: string, status: number, body: string) => void;
  found: Set<string>;
}

interface Operation {
  path: RegExp;
  method: string;
  /** Status and code, joined by a space. */
  declared: Set<string>;
}

let ofTheService: Operation[] | null = null;

function committedOperations(): Operation[] {
  ofTheService ??= operationsOf(JSON.parse(readFileSync(openApiFile, 'utf8')));
  return ofTheService;
}

function undeclaredErrors(document: Document | undefined): UndeclaredErrors {
  const found = new Set<string>();
  return {
    found,
    see: (method, url, status, body) => {
      if (status < 400) return;
      const known = document === undefined ? committedOperations() : operationsOf(document);
      const path = url.split('?')[0]!.replace(/^\/api(?=\/v1\/)/, '');
      const operation = known.find((one) => one.method === method && one.path.test(path));
      if (operation === undefined) return;
      const code = codeOf(body);
      // An address below a known path, or with an encoding that no route accepts, belongs to no operation.
      if (code === 'ROUTE_NOT_FOUND' || operation.declared.has(`${status} ${code}`)) return;
      found.add(`${method} ${path}: ${status} ${code}`);
    },
  };
}

/**
 * Watches all responses of a service, to injected requests and to requests over a socket. It reads the committed
 * document once per process, because another test compares the committed document with the document that the service
 * sends.
 */
export function watchErrors(app: App, document?: Document): UndeclaredErrors {
  const errors = undeclaredErrors(document);
  const inject = app.inject.bind(app);
  app.inject = (async (request: { method?: string; url: string } | string) => {
    const response = await inject(request as never);
    const { method = 'GET', url } = typeof request === 'string' ? { url: request } : request;
    errors.see(method.toUpperCase(), url, response.statusCode, response.payload);
    return response;
  }) as App['inject'];
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
    response.end = ((...given: unknown[]) => {
      const [body] = given;
      if (response.statusCode >= 400 && (typeof body === 'string' || Buffer.isBuffer(body)))
        errors.see(request.method!, request.url!, response.statusCode, String(body));
      return end(...given);
    }) as ServerResponse['end'];
  });
  return errors;
}

function codeOf(body: string): string {
  try {
    return JSON.parse(body).error.code;
  } catch {
    return 'no error body';
  }
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
}

interface Response {
  content?: Record<string, { examples?: Record<string, object> }>;
}

function operationsOf({ paths }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'servers')
      .map(([method, { responses }]) => ({
        path: patternOf(path.startsWith('/supply/') ? path : `/v1${path}`),
        method: method.toUpperCase(),
        declared: new Set(
          Object.entries(responses).flatMap(([status, { content }]) =>
            Object.keys(content?.['application/json']?.examples ?? {}).map((code) => `${status} ${code}`),
          ),
        ),
      })),
  );
}

function patternOf(path: string): RegExp {
  const pattern = path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`);
}
