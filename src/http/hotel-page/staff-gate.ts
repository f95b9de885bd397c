// Checks session, role and origin of each request of the hotel page.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context, Queries, Staffing } from '../../context.ts';
import { findSignedIn } from '../../domain/staff/find-signed-in.usecase.ts';
import { refusePage } from '../../domain/staff/page-refusal.ts';
import type { SignedIn } from '../../domain/staff/person.ts';
import { type RefusedAttempt, recordPageRefusal } from '../../domain/staff/record-page-refusal.usecase.ts';
import { callerOfAddress } from '../common/address.ts';
import type { App } from '../common/wire.ts';
import { sendPageRefusal } from './page-reply.ts';
import { readSessionToken } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in person. Set on every request of the hotel page that needs a session. */
    signedIn?: SignedIn;
  }
  interface FastifyContextConfig {
    /**
     * Who may use a route of the hotel page. `open`: anybody, even without a session. `MANAGER`: managers of the hotel.
     * Default: all people who work at the hotel.
     */
    staff?: 'open' | 'MANAGER';
  }
}

/**
 * Accepts a request if it has a session and the person has the role that the route requires. A request that changes
 * data must also come from our own page.
 */
export function registerStaffGate(app: App, context: Staffing): void {
  app.decorateRequest('signedIn');
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isOwnPage(context, request)) {
      await recordRefusal(context, request, 'other origin', null);
      const message = 'this request comes from another page: use the hotel page';
      return sendPageRefusal(request, reply, refusePage('OTHER_ORIGIN', message));
    }
    const { staff } = request.route.config;
    if (staff === 'open') return;
    const token = readSessionToken(context, request);
    const signedIn = token === null ? null : await findSignedIn(context, token);
    if (signedIn === null || isForAnother(request, signedIn)) return refuseUnknown(request, reply);
    request.signedIn = signedIn;
    if (staff === 'MANAGER' && signedIn.role !== 'MANAGER') {
      await recordRefusal(context, request, 'role', signedIn);
      return sendPageRefusal(request, reply, refusePage('ROLE_NOT_ALLOWED', 'only a manager may do this'));
    }
  });
}

/**
 * Records a refused request. The record contains the pattern of the route instead of the address, because a stranger
 * can write anything into the address.
 */
async function recordRefusal(
  context: Queries,
  { ip, method, route }: FastifyRequest,
  attempt: RefusedAttempt,
  person: SignedIn | null,
): Promise<void> {
  const by = { address: callerOfAddress(ip), person };
  await recordPageRefusal(context, attempt, by, { request: `${method} ${route.url}` });
}

/** Returns the signed-in person of a request. */
export function signedInOf({ signedIn }: FastifyRequest): SignedIn {
  if (signedIn === undefined) throw new Error('this route has no session');
  return signedIn;
}

/** Returns the signed-in person and the network address of a request. */
export function askingOf(request: FastifyRequest): { person: SignedIn; address: string } {
  return { person: signedInOf(request), address: callerOfAddress(request.ip) };
}

/**
 * Returns whether a request comes from our own page. With each request that changes data, the browser sends the header
 * `Origin`, and no page can change this header. An origin with the `Host` of the request is accepted too, because the
 * service may have several names. The gate has already checked the `Host`.
 */
function isOwnPage({ config }: Pick<Context, 'config'>, { method, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  const { origin, host } = headers;
  if (origin === undefined) return false;
  const own = new URL(config.publicUrl);
  return origin === own.origin || (host !== undefined && origin === `${own.protocol}//${host}`);
}

/**
 * Tabs of a browser share one cookie. If another person signs in, a tab that still shows the previous person must not
 * act for the new person. Therefore the page sends the id of the person that it shows. A stream has this id in its
 * address, because the browser reopens a stream by itself with the current cookie.
 */
function isForAnother({ headers, query }: FastifyRequest, { staffId }: SignedIn): boolean {
  const shown = headers['x-staff-id'] ?? (query as { staff?: unknown }).staff;
  return shown !== undefined && shown !== staffId;
}

function refuseUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPageRefusal(request, reply, refusePage('SIGN_IN_REQUIRED', 'sign in first'));
}
