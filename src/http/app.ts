// The HTTP application: all routes, hooks and parsers, without a socket.

import { randomUUID } from 'node:crypto';
import type { Server as TlsServer } from 'node:tls';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { Context } from '../context.ts';
import { BODY_LIMIT_BYTES, registerBodyParser } from './common/body.ts';
import { brokenConnectionHandler } from './common/broken-connection.ts';
import { OWN_KEYWORDS } from './common/document/defaults.ts';
import { openApiInfo, registerOpenApiRoute } from './common/document/openapi.routes.ts';
import { registerErrorModel, registerMethodNotAllowed } from './common/error-model.ts';
import { registerEntityTags } from './common/etag.ts';
import { registerGate, respondToUnroutable } from './common/gate.ts';
import { registerHealthRoute } from './common/health.routes.ts';
import { registerHotelSchemaRoute } from './common/hotel-schema.routes.ts';
import { registerRequestLog } from './common/request-log.ts';
import { registerRequestShape } from './common/request-shape.ts';
import { registerStatusRoute } from './common/status.routes.ts';
import { registerReceptionPages } from './guest-pages/reception-pages.routes.ts';
import { registerVoucherRoutes } from './guest-pages/voucher-images.routes.ts';
import { registerHotelPageApi } from './hotel-page/hotel.routes.ts';
import { registerBookingRoutes } from './partner/bookings/bookings.routes.ts';
import { registerEventRoutes } from './partner/events/events.routes.ts';
import { registerHotelRoutes } from './partner/hotels/hotels.routes.ts';
import './common/types.ts';
import { parseDay } from '../kernel/day.ts';
import { type App, ErrorSchema } from './common/wire.ts';
import { registerRateRoutes } from './partner/rates/rates.routes.ts';
import { registerSandboxRoutes } from './partner/sandbox/sandbox.routes.ts';
import { registerSlowHotel } from './partner/sandbox/slow-hotel.ts';
import { registerSearchRoutes } from './partner/search/search.routes.ts';
import { webhookOperations } from './partner/webhooks/openapi-webhooks.ts';
import { registerWebhookRoutes } from './partner/webhooks/webhooks.routes.ts';
import { openSite, registerSiteRoutes } from './site/site.routes.ts';
import { registerSupplyApi } from './supply/supply.routes.ts';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * The published base address of the API ends with /v1. The console that the specification describes sends requests to
 * the same routes under /api/v1.
 */
const ALIAS = /^\/api(?=\/v1\/)/;

/**
 * Builds the application and registers every route explicitly. This function opens no socket: `src/boot` opens the
 * sockets, and tests inject requests without a socket.
 */
export async function buildApp(context: Context): Promise<App> {
  const app = Fastify({
    https: context.certificate?.serverOptions() ?? null,
    loggerInstance: withoutChildren(context.log),
    // Fastify's own log lines are off, because request-log.ts writes one log line per request.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: context.config.trustedProxies.length > 0 ? context.config.trustedProxies : false,
    bodyLimit: BODY_LIMIT_BYTES,
    // A caller that sends its headers or body one byte at a time must not keep a socket open indefinitely.
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // When the node is about to stop, the gate sends status 503 with our error body. Fastify must not send its own 503.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    // This function replaces the alias in the address. Rejected: a second registration of the routes, because each
    // schema would then be compiled twice at every start.
    rewriteUrl: (request) => (request.url ?? '/').replace(ALIAS, ''),
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    frameworkErrors: respondToUnroutable(context),
    clientErrorHandler: brokenConnectionHandler(context.config),
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true },
      // The validator refuses a date unless our code and PostgreSQL both accept it. A date that one of them refuses
      // must not reach the queue of the desk.
      onCreate: (ajv) => {
        ajv.addFormat('date', (text: string) => parseDay(text) !== null);
        ajv.addVocabulary(OWN_KEYWORDS);
      },
    },
    // The type `App` contains the properties that http and https servers have in common, and nothing else.
  }) as unknown as App;
  context.certificate?.serve(app.server as unknown as TlsServer);
  app.decorate('publicUrl', () => context.config.publicUrl);
  const methodsByPath = collectMethods(app);
  const site = openSite(context);
  registerErrorModel(app, site?.respondToLostReader ?? (() => null));
  registerBodyParser(app);
  if (context.config.environment === 'sandbox') registerSlowHotel(app, context);
  registerGate(app, context);
  registerRequestShape(app);
  registerEntityTags(app);
  registerRequestLog(app, context);
  app.addSchema(ErrorSchema);
  await app.register(swagger, openApiInfo(context, webhookOperations()));
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // Most requests have bodies of at most a few kilobytes, so compressed bodies are not accepted. The API of hotel
    // systems accepts them: see large-bodies.ts.
    globalDecompression: false,
    // Brotli's default quality is too slow for responses. It is meant for files that are compressed once.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await app.register(async (scope: App) => registerApi(scope, context), { prefix: '/v1' });
  await app.register(async (scope: App) => registerSupplyApi(scope, context), { prefix: '/supply/v1' });
  await app.register(async (scope: App) => registerHotelPageApi(scope, context), { prefix: '/hotel/api' });
  if (site !== null) registerSiteRoutes(app, site);
  registerVoucherRoutes(app, context);
  await registerReceptionPages(app, context);
  registerHotelSchemaRoute(app, context);
  registerMethodNotAllowed(app, methodsByPath);
  await app.ready();
  return app;
}

/**
 * Returns a logger whose `child` returns the same logger, because our log lines already contain the request id.
 * Rejected: a factory that returns the logger, because Fastify would then check the methods of the logger on every
 * request.
 */
function withoutChildren(log: Context['log']): FastifyBaseLogger {
  const single: FastifyBaseLogger = Object.create(log, { child: { value: () => single } });
  return single;
}

function registerApi(app: App, context: Context): void {
  registerHealthRoute(app, context);
  registerStatusRoute(app, context);
  registerHotelRoutes(app, context);
  registerSearchRoutes(app, context);
  registerRateRoutes(app, context);
  registerBookingRoutes(app, context);
  registerWebhookRoutes(app, context);
  registerEventRoutes(app, context);
  registerOpenApiRoute(app);
  if (context.config.environment === 'sandbox') registerSandboxRoutes(app, context);
}

function collectMethods(app: App): Map<string, Set<string>> {
  const methodsByPath = new Map<string, Set<string>>();
  app.addHook('onRoute', (route) => {
    const methods = methodsByPath.get(route.url) ?? new Set();
    for (const method of [route.method].flat()) methods.add(method);
    methodsByPath.set(route.url, methods);
  });
  return methodsByPath;
}
