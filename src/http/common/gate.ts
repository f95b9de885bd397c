// Runs first on every request: sets the request id, and checks host, caller and rate limit.

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { type AuthenticationState, authenticate, type Caller } from '../../domain/partners/authenticate.ts';
import { KnownKeys } from '../../domain/partners/known-keys.ts';
import { refuse, refuseInput } from '../../kernel/refusal.ts';
import { peppersOf } from '../../platform/secrets/accepted-secrets.ts';
import { LATE_MILLISECONDS, TOO_LATE_MILLISECONDS } from '../../snapshot/lateness.ts';
import { acceptedHosts, hasTwoHosts, isAcceptedHost, refuseHost } from './accepted-hosts.ts';
import { callerOfAddress } from './address.ts';
import type { Allowance, Allowances } from './allowances.ts';
import type { RoutedMessage } from './connections.ts';
import { allowancesOf, countRequest, showAllowance } from './count-request.ts';
import { sendRefusal } from './errors.ts';
import { SAFE_RESPONSE } from './page-headers.ts';
import { isHttps, STRICT_TRANSPORT } from './strict-transport.ts';

/**
 * The value of Retry-After when the snapshot is too old. The value is more than one second, because a database that was
 * unreachable for a minute is rarely reachable again within a second.
 */
const TOO_LATE_RETRY_SECONDS = 5;

/**
 * Identifies the caller and counts the request. The gate runs before the body is read, so it can use the headers and
 * the IP address, but not the body.
 */
export function registerGate(app: FastifyInstance, context: Context): void {
  app.decorateRequest('route');
  app.decorateRequest('caller');
  const state: AuthenticationState = {
    environment: context.config.environment,
    peppers: peppersOf(context.secrets),
    knownKeys: new KnownKeys(),
    findClient: (id) => context.snapshot.findClient(id),
    keysOf: (client) => context.snapshot.keys.in(client.id),
    onOtherPepper: (rehash) => context.keyRehashes.record(rehash),
  };
  const allowances = allowancesOf(context);
  const strict = isHttps(context.config.publicUrl);
  const hosts = acceptedHosts(context.config);
  // Hooks use callbacks, not promises: they run on every request, and each promise costs microseconds.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(SAFE_RESPONSE);
    if (strict) reply.header('strict-transport-security', STRICT_TRANSPORT);
    request.route = request.routeOptions;
    (request.raw as RoutedMessage).route = request.route.url;
    const { access, allowance, audience, hasGuests } = request.route.config;
    if (hasGuests || allowance === 'bookings') reply.header('cache-control', 'no-store');
    if (!isForUs(request, hosts)) {
      // The request is not counted, because a refusal with status 429 would not cost less than this refusal.
      showAddressAllowance(context, allowances, request, reply);
      return void sendRefusal(request, reply, refuseHost(request.raw.rawHeaders, context.config.publicUrl));
    }
    if (allowance === 'health') {
      showAddressAllowance(context, allowances, request, reply);
      return done();
    }
    context.desk.markIfWanted();
    if (context.draining) {
      showAddressAllowance(context, allowances, request, reply);
      return void refuseStopping(request, reply);
    }
    const needsCaller = access !== 'open' && !request.is404;
    if (context.missingSecret !== null && needsCaller) {
      showAddressAllowance(context, allowances, request, reply);
      return void refuseWithoutSecret(request, reply);
    }
    const age = needsCaller ? context.feed.age() : 0;
    if (age > LATE_MILLISECONDS) {
      if (age > TOO_LATE_MILLISECONDS) {
        showAddressAllowance(context, allowances, request, reply);
        return void refuseTooLate(request, reply);
      }
      reply.header('age', Math.floor(age / 1000));
    }
    const now = context.now();
    const caller = identify(request, state, now);
    const counted =
      caller !== null && isExaminer(context, request, caller)
        ? allowances.ofExaminer(caller.client)
        : allowanceOf(allowances, request, caller, allowance);
    // The caller is set before any refusal, so that the log line of a refusal contains the client.
    if (caller !== null) request.caller = caller;
    countRequest(context, request, reply, counted, () => {
      if (caller !== null) context.keyUses.record(caller.keyId, now);
      else if (needsCaller) return void refuseUnknown(request, reply);
      if (
        needsCaller &&
        caller !== null &&
        (caller.client.kind === 'SUPPLIER') !== (audience === 'suppliers')
      )
        return void refuseOtherKind(request, reply, caller);
      done();
    });
  });
  // When the node is about to stop, each response closes its connection. Open connections would delay the stop.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (context.draining) reply.header('connection', 'close');
    done(null, payload);
  });
}

/**
 * Responds to a request whose path cannot be decoded, for example because of a broken percent escape. Fastify runs no
 * hook for such a request, so this function counts the request itself.
 */
export function respondToUnroutable(context: Pick<Context, 'config' | 'counts' | 'limiter'>) {
  const strict = isHttps(context.config.publicUrl);
  const allowances = allowancesOf(context);
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    reply.header('x-request-id', request.id).headers(SAFE_RESPONSE);
    if (strict) reply.header('strict-transport-security', STRICT_TRANSPORT);
    reply.raw.once('finish', () =>
      context.counts?.requests.observe(request.method, undefined, reply.statusCode, reply.elapsedTime),
    );
    const counted = allowances.ofAddress('address', callerOfAddress(request.ip));
    countRequest(context, request, reply, counted, () => {
      const message = 'the path is not valid';
      sendRefusal(
        request,
        reply,
        error.statusCode === 404
          ? refuse('ROUTE_NOT_FOUND', 'route not found')
          : refuseInput([{ field: 'path', code: 'INVALID_FORMAT', message }]),
      );
    });
  };
}

/** Returns the caller of a request. Throws if the route is open, because an open route has no caller. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === undefined) throw new Error('this route has no authenticated caller');
  return request.caller;
}

/**
 * A request without a host is always an HTTP/1.0 request, for example the health check of a load balancer. Node refuses
 * all other requests without a host.
 */
function isForUs({ raw }: FastifyRequest, hosts: ReadonlySet<string>): boolean {
  const { host } = raw.headers;
  return host === undefined || (isAcceptedHost(host, hosts) && !hasTwoHosts(raw.rawHeaders));
}

function identify(request: FastifyRequest, state: AuthenticationState, now: Date): Caller | null {
  const apiKey = request.headers['x-api-key'];
  const clientId = request.headers['x-client-id'];
  if (typeof apiKey !== 'string' || typeof clientId !== 'string') return null;
  return authenticate({ apiKey, clientId }, state, now.getTime());
}

/**
 * Requests without valid credentials are counted in one window per IP address, on all routes that need credentials.
 * With a second window for booking routes, an attacker could try twice as many keys.
 */
function allowanceOf(
  allowances: Allowances,
  request: FastifyRequest,
  caller: Caller | null,
  allowance: 'bookings' | 'credentials' | 'pages' | 'documents' | undefined,
): Allowance {
  if (allowance !== undefined && allowance !== 'bookings')
    return allowances.ofAddress(allowance, callerOfAddress(request.ip));
  if (caller === null) return allowances.ofAddress('address', callerOfAddress(request.ip));
  return caller.client.kind === 'SUPPLIER'
    ? allowances.ofSupplier(caller.client)
    : allowances.ofPartner(caller.client, allowance ?? 'looks');
}

/**
 * Returns whether the certification program sent the request with the key of a hotel system. The program sends only GET
 * requests and requests to the sandbox routes.
 */
export function isExaminer(
  { config }: Pick<Context, 'config'>,
  { method, headers, route }: FastifyRequest,
  { client }: Caller,
): boolean {
  if (config.environment !== 'sandbox' || client.kind !== 'SUPPLIER') return false;
  if (headers['x-examiner'] !== 'certify') return false;
  return method === 'GET' || route.url?.startsWith('/supply/v1/sandbox/') === true;
}

/**
 * Adds the rate limit headers to the response of a request that is not counted. The headers show how many requests
 * remain in the window of the IP address.
 */
function showAddressAllowance(
  context: Pick<Context, 'limiter'>,
  allowances: Allowances,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const allowance = allowances.ofAddress('address', callerOfAddress(request.ip));
  const { caller, limit } = allowance.window;
  showAllowance(context, reply, allowance, context.limiter.peek(caller, limit));
}

function refuseStopping(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendRefusal(request, reply, refuse('SERVICE_UNAVAILABLE', 'this node is stopping; try again'));
}

/**
 * Refuses reads and writes, because the snapshot is too old. The service identifies callers with the keys in the
 * snapshot, and a key that was revoked a minute ago must not book. A booking would fail even with a valid key, because
 * the database does not respond.
 */
function refuseTooLate(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('retry-after', TOO_LATE_RETRY_SECONDS);
  const message = `the database has not responded for more than ${TOO_LATE_MILLISECONDS / 1000} seconds; nothing was executed`;
  return sendRefusal(request, reply, refuse('SERVICE_UNAVAILABLE', message));
}

/**
 * Refuses a request, because this process does not have the current pepper and cannot check keys. Status 401 would be
 * wrong, because the key of the partner may be valid.
 */
function refuseWithoutSecret(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = 'this node must be restarted with other settings; nothing was executed, try again';
  return sendRefusal(request, reply, refuse('SERVICE_UNAVAILABLE', message));
}

/** The key is valid, so the response may contain the paths for which this kind of key is valid. */
function refuseOtherKind(request: FastifyRequest, reply: FastifyReply, { client }: Caller): FastifyReply {
  const message =
    client.kind === 'SUPPLIER'
      ? 'this key belongs to a supplier: it is valid under /supply/v1 only'
      : 'this key belongs to a partner: it is valid under /v1 only';
  return sendRefusal(request, reply, refuse('WRONG_KEY_KIND', message));
}

/**
 * If a header is missing, the message contains the name of the header. If the key, the client id or the environment is
 * wrong, the message does not show which of them is wrong.
 */
function refuseUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const missing = ['X-Api-Key', 'X-Client-Id'].filter(
    (name) => request.headers[name.toLowerCase()] === undefined,
  );
  const message =
    missing.length > 0
      ? `missing header: ${missing.join(' and ')}`
      : 'the API key is not valid for this client id and environment';
  return sendRefusal(request, reply, refuse('INVALID_API_KEY', message));
}
