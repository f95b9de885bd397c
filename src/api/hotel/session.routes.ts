import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../boot/context.ts';
import { accept } from '../../kernel/refusal.ts';
import type { Visitor } from '../../staff/begin-session.usecase.ts';
import { enterByLink } from '../../staff/enter.usecase.ts';
import { findSignedIn } from '../../staff/find-signed-in.usecase.ts';
import { type PageOutcome, refusePage } from '../../staff/page-refusal.ts';
import type { SignedIn } from '../../staff/person.ts';
import { callerOfAddress } from '../http/address.ts';
import type { App } from '../http/wire.ts';
import { sendFound } from './page-reply.ts';
import { sessionView } from './session.view.ts';
import { readSessionToken, setSessionCookie } from './session-cookie.ts';
import { signedInOf } from './staff-gate.ts';

const hide = true;

export function registerSessionRoutes(app: App, context: Context): void {
  app.get('/session', { schema: { hide } }, (request, reply) =>
    sendFound(request, reply, accept(signedInOf(request)), (one) => sessionView(context, one)),
  );
  if (context.config.environment === 'sandbox') {
    const schema = { hide, body: Type.Object({ token: Type.String({ maxLength: 100 }) }) };
    app.post('/session/enter', { schema, config: { staff: 'open' } }, async (request, reply) => {
      const token = await enterByLink(context, request.body.token, visitorOf(context, request));
      if (token.ok) setSessionCookie(context, reply, token.value);
      return sendFound(request, reply, await signedInBy(context, token), (one) => sessionView(context, one));
    });
  }
}

/** The person of a session that has just begun. */
export async function signedInBy(
  context: Context,
  token: PageOutcome<string>,
): Promise<PageOutcome<SignedIn>> {
  if (!token.ok) return token;
  const signedIn = await findSignedIn(context, token.value);
  return signedIn === null ? refusePage('SIGN_IN_REQUIRED', 'sign in first') : accept(signedIn);
}

export function visitorOf(context: Context, request: FastifyRequest): Visitor {
  return {
    address: callerOfAddress(request.ip),
    device: request.headers['user-agent'] ?? '',
    oldToken: readSessionToken(context, request),
  };
}
