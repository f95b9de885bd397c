import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../boot/context.ts';
import { refuse, refuseInput } from '../../kernel/refusal.ts';
import type { Verdict } from '../../limits/verdict.ts';
import { type AuthenticationState, authenticate, type Caller } from '../../partners/authenticate.ts';
import { KnownKeys } from '../../partners/known-keys.ts';
import { peppersOf } from '../../secrets/accepted-secrets.ts';
import { LATE_MILLISECONDS, TOO_LATE_MILLISECONDS } from '../../snapshot/lateness.ts';
import { callerOfAddress } from './address.ts';
import { sendRefusal } from './errors.ts';

/** Each new credential creates a ledger. Enough for an office behind one address, too few to fill a disk. */
const CREDENTIALS_PER_MINUTE = 10;
/** For pages, the reference and vouchers. A browser requests many files at once. */
const PAGES_PER_MINUTE = 600;
/** A database that has been away for a minute is seldom back within a second. */
const TOO_LATE_RETRY_SECONDS = 5;

/** Identifies the caller and counts the request. Uses only the headers and the address, before the body is read. */
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
  // Hooks use callbacks, not promises: they run on every request, and each promise costs microseconds.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    request.route = request.routeOptions;
    const { access, allowance } = request.route.config;
    if (allowance === 'health') {
      showAllowance(reply, peekByAddress(context, request));
      return done();
    }
    context.desk.markIfWanted();
    if (context.draining) return void refuseStopping(context, request, reply);
    const needsCaller = access !== 'open' && !request.is404;
    const age = needsCaller ? context.feed.age() : 0;
    if (age > LATE_MILLISECONDS) {
      if (age > TOO_LATE_MILLISECONDS) return void refuseTooLate(context, request, reply);
      reply.header('age', Math.floor(age / 1000));
    }
    const now = context.now();
    const caller = identify(request, state, now);
    countRequest(request, context, caller, allowance ?? 'calls', (verdict) => {
      showAllowance(reply, verdict);
      if (!verdict.allowed) return void refuseTooMany(request, reply, verdict);
      if (caller !== null) {
        request.caller = caller;
        context.keyUses.record(caller.keyId, now);
      } else if (needsCaller) return void refuseUnknown(request, reply);
      done();
    });
  });
  // A kept-alive connection would keep a stopping node alive.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (context.draining) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** For an address that cannot be routed, such as a broken percent escape. No hook runs, so it is counted here. */
export function answerUnroutable(context: Context) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    reply.header('x-request-id', request.id);
    countRequest(request, context, null, 'calls', (verdict) => {
      showAllowance(reply, verdict);
      if (!verdict.allowed) return void refuseTooMany(request, reply, verdict);
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

/** Returns the caller of a route that needs one. Throws on an open route: calling it there is a bug. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === undefined) throw new Error('this route has no authenticated caller');
  return request.caller;
}

function identify(request: FastifyRequest, state: AuthenticationState, now: Date): Caller | null {
  const apiKey = request.headers['x-api-key'];
  const clientId = request.headers['x-client-id'];
  if (typeof apiKey !== 'string' || typeof clientId !== 'string') return null;
  return authenticate({ apiKey, clientId }, state, now.getTime());
}

function countRequest(
  request: FastifyRequest,
  context: Context,
  caller: Caller | null,
  allowance: 'calls' | 'credentials' | 'pages',
  done: (verdict: Verdict) => void,
): void {
  const { limiter } = context;
  const usual = context.config.rateLimitPerMinute;
  if (allowance === 'calls' && caller !== null) {
    limiter.take(`client ${caller.client.id}`, caller.client.rateLimitPerMinute ?? usual, done);
    return;
  }
  const address = callerOfAddress(request.ip);
  if (allowance === 'credentials') limiter.take(`credentials ${address}`, CREDENTIALS_PER_MINUTE, done);
  else if (allowance === 'pages') limiter.take(`pages ${address}`, PAGES_PER_MINUTE, done);
  else limiter.take(`address ${address}`, usual, done);
}

function peekByAddress(context: Context, request: FastifyRequest): Verdict {
  return context.limiter.peek(`address ${callerOfAddress(request.ip)}`, context.config.rateLimitPerMinute);
}

function showAllowance(reply: FastifyReply, verdict: Verdict): void {
  reply.header('ratelimit-limit', verdict.limit);
  reply.header('ratelimit-remaining', verdict.remaining);
  reply.header('ratelimit-reset', verdict.resetSeconds);
  reply.header('ratelimit-policy', `${verdict.limit};w=60`);
}

function refuseStopping(context: Context, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  showAllowance(reply, peekByAddress(context, request));
  return sendRefusal(request, reply, refuse('SERVICE_UNAVAILABLE', 'this node is stopping; try again'));
}

function refuseTooMany(request: FastifyRequest, reply: FastifyReply, verdict: Verdict): FastifyReply {
  reply.header('retry-after', verdict.resetSeconds);
  const message = `more than ${verdict.limit} requests in 60 seconds; try again in ${verdict.resetSeconds} s`;
  return sendRefusal(request, reply, refuse('RATE_LIMIT_EXCEEDED', message));
}

/**
 * Refuses reads and writes. The desk does not trust the snapshot, but the caller is identified only from there: a key
 * that was revoked a minute ago must not book. The desk also needs the same database, and it does not respond.
 */
function refuseTooLate(context: Context, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  showAllowance(reply, peekByAddress(context, request));
  reply.header('retry-after', TOO_LATE_RETRY_SECONDS);
  const message = `the database has not responded for more than ${TOO_LATE_MILLISECONDS / 1000} seconds; nothing was executed`;
  return sendRefusal(request, reply, refuse('SERVICE_UNAVAILABLE', message));
}

/** Names a missing header and nothing more: a wrong key, client or environment all get the same message. */
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
