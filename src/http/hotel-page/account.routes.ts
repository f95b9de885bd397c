// Routes for the account of a person: password, one-time codes and sessions.

import QRCode from 'qrcode';
import { Type } from 'typebox';
import type { Staffing } from '../../context.ts';
import { changePassword } from '../../domain/staff/change-password.usecase.ts';
import { beginTotp, confirmOwnTotp, removeTotp } from '../../domain/staff/change-totp.usecase.ts';
import { listOwnSessions } from '../../domain/staff/list-own-sessions.usecase.ts';
import { endOwnSession } from '../../domain/staff/sign-out.usecase.ts';
import { readId } from '../../kernel/ids.ts';
import { accept } from '../../kernel/refusal.ts';
import { callerOfAddress } from '../common/address.ts';
import type { App } from '../common/wire.ts';
import type { SessionLine, TotpView } from './hotel-api.ts';
import { sendFound } from './page-reply.ts';
import { nothingResponse, sessionsResponse, totpResponse } from './responses.schema.ts';
import { Code, Password, ProofFields } from './session.routes.ts';
import { clearSessionCookie } from './session-cookie.ts';
import { signedInOf } from './staff-gate.ts';

const hide = true;
const nothing = () => ({});

/** Registers the routes with which people change their accounts. */
export function registerAccountRoutes(app: App, context: Staffing): void {
  const passwords = {
    hide,
    body: Type.Object({ current: Password, password: Password }),
    response: nothingResponse,
  };
  app.post('/account/password', { schema: passwords }, async (request, reply) => {
    const [person, address] = [signedInOf(request), callerOfAddress(request.ip)];
    const changed = await changePassword(context, person, address, request.body);
    return sendFound(request, reply, changed, nothing);
  });
  const password = { hide, body: Type.Object({ password: Password }), response: totpResponse };
  app.post('/account/totp', { schema: password }, async (request, reply) => {
    const [person, address] = [signedInOf(request), callerOfAddress(request.ip)];
    const begun = await beginTotp(context, person, address, request.body.password);
    const image = begun.ok ? await QRCode.toString(begun.value.url, { type: 'svg' }) : '';
    return sendFound(request, reply, begun, (totp): TotpView => ({ ...totp, qr_svg: image }));
  });
  const code = { hide, body: Type.Object({ code: Code }), response: nothingResponse };
  app.post('/account/totp/confirm', { schema: code }, async (request, reply) => {
    const [person, address] = [signedInOf(request), callerOfAddress(request.ip)];
    const confirmed = await confirmOwnTotp(context, person, address, request.body.code);
    return sendFound(request, reply, confirmed, nothing);
  });
  const proof = { hide, body: Type.Object(ProofFields), response: nothingResponse };
  app.delete('/account/totp', { schema: proof }, async (request, reply) => {
    const [person, address] = [signedInOf(request), callerOfAddress(request.ip)];
    const removed = await removeTotp(context, person, address, request.body);
    return sendFound(request, reply, removed, nothing);
  });
  app.get('/account/sessions', { schema: { hide, response: sessionsResponse } }, async (request, reply) => {
    const person = signedInOf(request);
    const lines = (await listOwnSessions(context, person)).map(
      ({ id, device, address, createdAt, usedAt }): SessionLine => ({
        ...{ id, device, address },
        created_at: createdAt.toISOString(),
        used_at: usedAt.toISOString(),
        is_this: id === person.sessionId,
      }),
    );
    return sendFound(request, reply, accept(lines), (all) => all);
  });
  const params = Type.Object({ id: Type.String({ maxLength: 100 }) });
  const session = { hide, params, response: nothingResponse };
  app.delete('/account/sessions/:id', { schema: session }, async (request, reply) => {
    const [person, address] = [signedInOf(request), callerOfAddress(request.ip)];
    const id: string = readId(request.params.id);
    const ended = await endOwnSession(context, person, address, id);
    if (ended.ok && id === person.sessionId) clearSessionCookie(context, reply);
    return sendFound(request, reply, ended, nothing);
  });
}
