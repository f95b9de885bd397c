// Routes to sign in, to sign out, and to open invitation links.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Staffing, Tokens } from '../../context.ts';
import { acceptInvitation, openInvitation } from '../../domain/staff/accept-invitation.usecase.ts';
import type { BegunSession, Visitor } from '../../domain/staff/begin-session.usecase.ts';
import { enterByLink } from '../../domain/staff/enter.usecase.ts';
import { findSignedIn } from '../../domain/staff/find-signed-in.usecase.ts';
import { type PageFailure, refusePage } from '../../domain/staff/page-refusal.ts';
import type { SignedIn } from '../../domain/staff/person.ts';
import { signIn } from '../../domain/staff/sign-in.usecase.ts';
import { signOut } from '../../domain/staff/sign-out.usecase.ts';
import { accept, type Outcome } from '../../kernel/refusal.ts';
import { callerOfAddress } from '../common/address.ts';
import type { App } from '../common/wire.ts';
import { sendFound } from './page-reply.ts';
import { invitationResponse, nothingResponse, sessionResponse } from './responses.schema.ts';
import { invitationView, sessionView } from './session.view.ts';
import {
  clearSessionCookie,
  readDeviceCookie,
  readSessionToken,
  setDeviceCookie,
  setSessionCookie,
} from './session-cookie.ts';
import { signedInOf } from './staff-gate.ts';

const hide = true;
/**
 * The schema allows more characters than a password may have, so that a later check refuses a long password with a
 * clear message.
 */
export const Password = Type.String({ maxLength: 1_000 });
export const Code = Type.String({ maxLength: 20 });
/**
 * The password and the one-time code. The schema does not require a password, because test accounts of a sandbox have
 * none.
 */
export const ProofFields = { password: Type.Optional(Password), code: Type.Optional(Code) };
const Token = Type.String({ maxLength: 100 });

export function registerSessionRoutes(app: App, context: Staffing): void {
  app.get('/session', { schema: { hide, response: sessionResponse } }, (request, reply) =>
    sendFound(request, reply, accept(signedInOf(request)), (one) => sessionView(context, one)),
  );
  const credentials = {
    hide,
    body: Type.Object({
      email: Type.String({ maxLength: 300 }),
      password: Password,
      code: Type.Optional(Code),
    }),
    response: sessionResponse,
  };
  app.post('/session', { schema: credentials, config: { staff: 'open' } }, async (request, reply) =>
    begin(request, reply, await signIn(context, request.body, visitorOf(context, request))),
  );
  const querystring = Type.Object({ steps: Type.Optional(Type.Literal('waiting')) });
  const leaving = { hide, querystring, response: nothingResponse };
  app.delete('/session', { schema: leaving }, async (request, reply) => {
    const ended = await signOut(context, signedInOf(request));
    clearSessionCookie(context, reply);
    // This header makes the browser delete the data that the page has stored. The header does not delete cookies,
    // because a cookie identifies a known device. If the device still stores check-ins or other steps that were not
    // sent to the service, the header is not sent. The page then deletes all other data itself.
    if (request.query.steps === undefined) reply.header('clear-site-data', '"storage"');
    return sendFound(request, reply, ended, () => ({}));
  });
  const body = Type.Object({ token: Token });
  const link = { hide, body, response: invitationResponse };
  app.post('/invitations/open', { schema: link, config: { staff: 'open' } }, async (request, reply) => {
    const opened = await openInvitation(context, request.body.token, callerOfAddress(request.ip));
    return sendFound(request, reply, opened, (one) => invitationView(context, one));
  });
  const accepted = {
    hide,
    body: Type.Object({
      ...{ token: Token, name: Type.String({ maxLength: 300 }) },
      ...{ password: Password, code: Type.Optional(Code) },
    }),
    response: sessionResponse,
  };
  app.post('/invitations/accept', { schema: accepted, config: { staff: 'open' } }, async (request, reply) =>
    begin(request, reply, await acceptInvitation(context, request.body, visitorOf(context, request))),
  );
  const entry = { hide, body, response: sessionResponse };
  if (context.config.environment === 'sandbox')
    app.post('/session/enter', { schema: entry, config: { staff: 'open' } }, async (request, reply) =>
      begin(request, reply, await enterByLink(context, request.body.token, visitorOf(context, request))),
    );

  /** Sends a new session to the browser, as a cookie. */
  async function begin(
    request: FastifyRequest,
    reply: FastifyReply,
    begun: Outcome<BegunSession, PageFailure>,
  ) {
    const signedIn = await signedInBy(context, begun);
    if (begun.ok && signedIn.ok) {
      setSessionCookie(context, reply, begun.value.token);
      if (begun.value.device !== null) setDeviceCookie(context, reply, begun.value.device);
    }
    return sendFound(request, reply, signedIn, (one) => sessionView(context, one));
  }
}

/** Returns the person of a new session. */
async function signedInBy(
  context: Staffing,
  begun: Outcome<BegunSession, PageFailure>,
): Promise<Outcome<SignedIn, PageFailure>> {
  if (!begun.ok) return begun;
  const signedIn = await findSignedIn(context, begun.value.token);
  return signedIn === null ? refusePage('SIGN_IN_REQUIRED', 'sign in first') : accept(signedIn);
}

function visitorOf(context: Tokens, request: FastifyRequest): Visitor {
  return {
    address: callerOfAddress(request.ip),
    device: request.headers['user-agent'] ?? '',
    oldToken: readSessionToken(context, request),
    knownAs: readDeviceCookie(context, request),
  };
}
