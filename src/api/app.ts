import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { Context } from '../boot/context.ts';
import { BODY_LIMIT_BYTES, registerBodyParser } from './http/body.ts';
import { answerBrokenConnection } from './http/broken-connection.ts';
import { registerErrorModel, registerMethodNotAllowed } from './http/error-model.ts';
import { registerEntityTags } from './http/etag.ts';
import { answerUnroutable, registerGate } from './http/gate.ts';
import { registerHealthRoute } from './http/health.routes.ts';
import { openApiInfo, registerOpenApiRoute } from './http/openapi.routes.ts';
import { registerRequestLog } from './http/request-log.ts';
import { registerRequestShape } from './http/request-shape.ts';
import { registerBookingRoutes } from './partner/bookings/bookings.routes.ts';
import { registerHotelRoutes } from './partner/hotels/hotels.routes.ts';
import { registerVoucherRoutes } from './vouchers/voucher-images.routes.ts';
import './http/types.ts';
import { parseDay } from '../kernel/day.ts';
import { type App, ErrorSchema } from './http/wire.ts';
import { registerRateRoutes } from './partner/rates/rates.routes.ts';
import { registerSandboxRoutes } from './partner/sandbox/sandbox.routes.ts';
import { registerSlowHotel } from './partner/sandbox/slow-hotel.ts';
import { registerSearchRoutes } from './partner/search/search.routes.ts';
import { openSite, registerSiteRoutes } from './site/site.routes.ts';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** The same routes answer under both: the base address ends with /v1, the console writes /api/v1. */
const PREFIXES = ['/v1', '/api/v1'];

/** Every route, registered by name. Nothing listens yet: tests inject, main listens. */
export async function buildApp(context: Context): Promise<App> {
  const app: App = Fastify({
    loggerInstance: context.log as FastifyBaseLogger,
    // One line a request is ours to write: see request-log.ts.
    logController: new LogController({ disableRequestLogging: true }),
    // Nor is a logger made for each of them: what is logged names its request itself.
    childLoggerFactory: (logger) => logger,
    trustProxy: context.config.trustedProxies.length > 0 ? context.config.trustedProxies : false,
    bodyLimit: BODY_LIMIT_BYTES,
    // A caller that sends its headers or body a byte at a time must not hold a socket for ever.
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // The gate answers while the node drains, in our own words.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    frameworkErrors: answerUnroutable(context),
    clientErrorHandler: answerBrokenConnection,
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true },
      // A date that passes here is a day for us and for PostgreSQL: nothing else may reach the desk's queue.
      onCreate: (ajv) => ajv.addFormat('date', (text: string) => parseDay(text) !== null),
    },
  });
  const methodsByPath = collectMethods(app);
  const site = openSite(context);
  registerErrorModel(app, site?.answerLostReader ?? (() => null));
  registerBodyParser(app);
  if (context.config.environment === 'sandbox') registerSlowHotel(app, context);
  registerGate(app, context);
  registerRequestShape(app);
  registerEntityTags(app);
  registerRequestLog(app, context);
  app.addSchema(ErrorSchema);
  await app.register(swagger, openApiInfo(context));
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // Requests are a few kilobytes at most and come as they are.
    globalDecompression: false,
    // Brotli's default effort is meant for files that are packed once and served for ever, not for live answers.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  for (const prefix of PREFIXES)
    await app.register(async (scope: App) => registerApi(scope, context), { prefix });
  if (site !== null) registerSiteRoutes(app, site);
  registerVoucherRoutes(app, context);
  registerMethodNotAllowed(app, methodsByPath);
  await app.ready();
  return app;
}

function registerApi(app: App, context: Context): void {
  registerHealthRoute(app, context);
  registerHotelRoutes(app, context);
  registerSearchRoutes(app, context);
  registerRateRoutes(app, context);
  registerBookingRoutes(app, context);
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
