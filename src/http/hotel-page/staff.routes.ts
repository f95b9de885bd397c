// Routes for accounts and for the audit. Only managers may use these routes.

import { Type } from 'typebox';
import type { Staffing } from '../../context.ts';
import { agreeToClearCodes } from '../../domain/staff/agree-to-clear-codes.usecase.ts';
import { AUDIT_KINDS } from '../../domain/staff/audit-author.ts';
import { deleteColleague } from '../../domain/staff/delete-staff.usecase.ts';
import { type Invited, inviteAgain, inviteStaff } from '../../domain/staff/invite-staff.usecase.ts';
import { listStaff } from '../../domain/staff/list-staff.usecase.ts';
import type { InvitationOf, StaffRow } from '../../domain/staff/person.ts';
import { ROLES } from '../../domain/staff/person.ts';
import { readAudit, readNews, seeNews } from '../../domain/staff/read-audit.usecase.ts';
import { resumeColleague, suspendColleague } from '../../domain/staff/suspend-staff.usecase.ts';
import { readId } from '../../kernel/ids.ts';
import { accept } from '../../kernel/refusal.ts';
import type { App } from '../common/wire.ts';
import { auditLine } from './audit.view.ts';
import type { AuditPage } from './audit-api.ts';
import type { InvitedView, StaffLine } from './hotel-api.ts';
import { sendFound } from './page-reply.ts';
import {
  auditResponse,
  invitedResponse,
  newsResponse,
  nothingResponse,
  staffLineResponse,
  staffResponse,
} from './responses.schema.ts';
import { ProofFields } from './session.routes.ts';
import { askingOf, signedInOf } from './staff-gate.ts';

const hide = true;
const config = { staff: 'MANAGER' } as const;

/** Registers the routes with which managers read and change the accounts of the people at their hotel. */
export function registerStaffRoutes(app: App, context: Staffing): void {
  app.get('/staff', { schema: { hide, response: staffResponse }, config }, async (request, reply) => {
    const person = signedInOf(request);
    const found = await listStaff(context, person);
    return sendFound(request, reply, accept(found), ({ staff, invitations }) =>
      staff.map((one) => staffLine(one, person.staffId, invitations)),
    );
  });
  const invited = {
    hide,
    body: Type.Object({
      email: Type.String({ maxLength: 300 }),
      name: Type.String({ maxLength: 300 }),
      role: Type.Enum([...ROLES], { type: 'string' }),
      ...ProofFields,
    }),
    response: invitedResponse,
  };
  app.post('/staff', { schema: invited, config }, async (request, reply) => {
    const { person: manager, address } = askingOf(request);
    const outcome = await inviteStaff(context, manager, address, request.body);
    return sendFound(request, reply, outcome, (one) => invitedView(one, manager.staffId));
  });
  const params = Type.Object({ id: Type.String({ maxLength: 100 }) });
  const one = {
    hide,
    params,
    body: Type.Optional(Type.Object(ProofFields)),
    response: staffLineResponse,
  };
  const again = { ...one, response: invitedResponse };
  app.post('/staff/:id/invite', { schema: again, config }, async (request, reply) => {
    const { person: manager, address } = askingOf(request);
    const outcome = await inviteAgain(
      context,
      manager,
      address,
      readId(request.params.id),
      request.body ?? {},
    );
    return sendFound(request, reply, outcome, (link) => invitedView(link, manager.staffId));
  });
  for (const [verb, change] of [
    ['suspend', suspendColleague],
    ['resume', resumeColleague],
    ['agree', agreeToClearCodes],
    ['delete', deleteColleague],
  ] as const)
    app.post(`/staff/:id/${verb}`, { schema: one, config }, async (request, reply) => {
      const { person: manager, address } = askingOf(request);
      const outcome = await change(context, manager, address, readId(request.params.id), request.body ?? {});
      return sendFound(request, reply, outcome, (staff) => staffLine(staff, manager.staffId));
    });
  const querystring = Type.Object({
    kind: Type.Optional(Type.Enum([...AUDIT_KINDS], { type: 'string' })),
    before: Type.Optional(Type.Integer({ minimum: 1 })),
  });
  app.get(
    '/audit',
    { schema: { hide, querystring, response: auditResponse }, config },
    async (request, reply) => {
      const { kind = null, before = null } = request.query;
      const found = await readAudit(context, signedInOf(request), kind, before);
      return sendFound(request, reply, accept(found), ({ rows, hasMore }): AuditPage => {
        const lines = rows.map((row) => auditLine(context, row));
        return { lines, next: hasMore ? lines.at(-1)!.id : null };
      });
    },
  );
  app.get('/staff/news', { schema: { hide, response: newsResponse }, config }, async (request, reply) => {
    const news = await readNews(context, signedInOf(request));
    return sendFound(request, reply, accept(news), (all) => all.map((row) => auditLine(context, row)));
  });
  const last = Type.Integer({ minimum: 1 });
  const seen = { hide, body: Type.Object({ last }), response: nothingResponse };
  app.post('/staff/news/seen', { schema: seen, config }, async (request, reply) => {
    await seeNews(context, signedInOf(request), request.body.last);
    return sendFound(request, reply, accept(null), () => ({}));
  });
}

function staffLine(
  { usedAt, hasTotp, ...one }: StaffRow,
  self: string,
  invitations: InvitationOf[] = [],
): StaffLine {
  const { id, name, email, role, status } = one;
  const { manager, managerId } =
    invitations.find(({ staffId, clearsCodes }) => hasTotp && staffId === id && !clearsCodes) ?? {};
  return {
    ...{ id, name, email, role, status },
    has_totp: hasTotp,
    used_at: usedAt?.toISOString() ?? null,
    is_you: id === self,
    asked: manager == null ? null : { by: manager, by_you: managerId === self },
  };
}

function invitedView({ staff, invitation }: Invited, self: string): InvitedView {
  const { url, expiresAt } = invitation;
  return { staff: staffLine(staff, self), url, expires_at: expiresAt.toISOString() };
}
