import { Type } from 'typebox';
import { readOperatorChanges } from '../../audit/operator-audit.store.ts';
import type { Context } from '../../boot/context.ts';
import { readId } from '../../kernel/ids.ts';
import { accept } from '../../kernel/refusal.ts';
import { type Invited, inviteAgain, inviteStaff } from '../../staff/invite-staff.usecase.ts';
import { ROLES } from '../../staff/person.ts';
import { publicIdOf } from '../../staff/record-page-refusal.usecase.ts';
import { listStaffOf, type StaffRow } from '../../staff/staff.store.ts';
import { resumeColleague, suspendColleague } from '../../staff/suspend-staff.usecase.ts';
import { callerOfAddress } from '../http/address.ts';
import type { App } from '../http/wire.ts';
import type { AuditLine, InvitedView, StaffLine } from './hotel-api.ts';
import { sendFound } from './page-reply.ts';
import { signedInOf } from './staff-gate.ts';

const hide = true;
const AUDIT_LINES = 200;
const config = { staff: 'MANAGER' } as const;

/** What managers see and change of the people at their hotel. */
export function registerStaffRoutes(app: App, context: Context): void {
  app.get('/staff', { schema: { hide }, config }, async (request, reply) => {
    const { hotelId, staffId } = signedInOf(request);
    const staff = await listStaffOf(context.pool, hotelId);
    return sendFound(request, reply, accept(staff), (all) => all.map((one) => staffLine(one, staffId)));
  });
  const invited = {
    hide,
    body: Type.Object({
      email: Type.String({ maxLength: 300 }),
      name: Type.String({ maxLength: 300 }),
      role: Type.Enum([...ROLES], { type: 'string' }),
    }),
  };
  app.post('/staff', { schema: invited, config }, async (request, reply) => {
    const manager = signedInOf(request);
    const outcome = await inviteStaff(context, manager, request.body);
    return sendFound(request, reply, outcome, (one) => invitedView(one, manager.staffId));
  });
  const one = { hide, params: Type.Object({ id: Type.String({ maxLength: 100 }) }) };
  app.post('/staff/:id/invite', { schema: one, config }, async (request, reply) => {
    const [manager, address] = [signedInOf(request), callerOfAddress(request.ip)];
    const outcome = await inviteAgain(context, manager, address, readId(request.params.id));
    return sendFound(request, reply, outcome, (again) => invitedView(again, manager.staffId));
  });
  for (const [verb, change] of [
    ['suspend', suspendColleague],
    ['resume', resumeColleague],
  ] as const)
    app.post(`/staff/:id/${verb}`, { schema: one, config }, async (request, reply) => {
      const [manager, address] = [signedInOf(request), callerOfAddress(request.ip)];
      const outcome = await change(context, manager, address, readId(request.params.id));
      return sendFound(request, reply, outcome, (staff) => staffLine(staff, manager.staffId));
    });
  app.get('/audit', { schema: { hide }, config }, async (request, reply) => {
    const subject = publicIdOf(context, signedInOf(request).hotelId);
    const query = { subject, who: null, since: null, limit: AUDIT_LINES };
    const changes = await readOperatorChanges(context.pool, query);
    const lines = changes.map(
      ({ at, who, action, before, after }): AuditLine => ({
        ...{ at: at.toISOString(), who, action, before, after },
      }),
    );
    return sendFound(request, reply, accept(lines), (all) => all);
  });
}

function staffLine({ usedAt, hasTotp, ...one }: StaffRow, self: string): StaffLine {
  const { id, name, email, role, status } = one;
  return {
    ...{ id, name, email, role, status },
    has_totp: hasTotp,
    used_at: usedAt?.toISOString() ?? null,
    is_you: id === self,
  };
}

function invitedView({ staff, invitation }: Invited, self: string): InvitedView {
  const { url, expiresAt } = invitation;
  return { staff: staffLine(staff, self), url, expires_at: expiresAt.toISOString() };
}
