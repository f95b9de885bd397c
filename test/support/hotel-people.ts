import { codeOf, stepAt } from '../../src/domain/staff/proof/totp.ts';
import type { Role } from '../../src/http/hotel-page/hotel-api.ts';
import { type PageUser, pageCall, userOf } from './hotel-page.ts';
import type { TestResponse, TestService } from './service.ts';

export const GOOD_PASSWORD = 'palm trees in Karbala';
let people = 0;

/** Somebody with an account and a password, and a session. */
export interface Colleague extends PageUser {
  id: string;
  email: string;
}

export function newEmail(): string {
  people += 1;
  return `person${people}@hotel.example`;
}

export function tokenOf(url: string): string {
  return new URL(url).hash.slice(1);
}

/** Invites a person as the manager, and accepts the invitation as this person, which signs the person in. */
export async function colleagueOf(
  service: TestService,
  manager: PageUser,
  role: Role = 'FRONT_DESK',
  password = GOOD_PASSWORD,
  name = 'Zainab Kadhim',
): Promise<Colleague> {
  const email = newEmail();
  const invited = await manager.call('POST', '/staff', { email, name: 'Zainab', role });
  const token = tokenOf(invited.body.data.url);
  const accepted = await acceptInvitation(service, token, { password, name });
  return { ...userOf(service, accepted), id: invited.body.data.staff.id, email };
}

export function acceptInvitation(
  service: TestService,
  token: string,
  changes: Record<string, string> = {},
): Promise<TestResponse> {
  const body = { token, name: 'Zainab Kadhim', password: GOOD_PASSWORD, ...changes };
  return pageCall(service, '', 'POST', '/invitations/accept', body);
}

/**
 * Signs in, from a separate address if one is given. In this case, the service must trust the proxy 127.0.0.1. `device`
 * is the cookie of a device that signed in before.
 */
export function signInAs(
  service: TestService,
  email: string,
  password = GOOD_PASSWORD,
  { code, from, device = '' }: { code?: string; from?: string; device?: string } = {},
): Promise<TestResponse> {
  const body = { email, password, ...(code !== undefined && { code }) };
  return pageCall(
    service,
    device,
    'POST',
    '/session',
    body,
    from === undefined ? {} : { 'x-forwarded-for': from },
  );
}

export function codeOfResponse({ status, body }: TestResponse): [number, string | null] {
  return [status, body.error?.code ?? null];
}

/** Returns the audit of a subject: the actions and the current names of who did them, oldest first. */
export async function auditOf(service: TestService, subject: string): Promise<string[]> {
  const result = await service.context.pool.query(
    `select a.action, coalesce(p.name || ' <' || p.email || '>', a.who) as who
     from operator_audit a left join staff p on a.who = 'staff ' || p.id where a.subject = $1 order by a.id`,
    [subject],
  );
  return result.rows.map(({ action, who }) => `${action} by ${who}`);
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
export function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the code that an app shows now, or the given number of steps later. */
export function codeNow({ context }: TestService, secret: Buffer, steps = 0): string {
  return codeOf(secret, stepAt(context.now()) + steps);
}

/** Turns one-time codes on. This uses up the code of the previous time step. */
export async function withCodes(service: TestService, colleague: Colleague): Promise<Buffer> {
  const begun = await colleague.call('POST', '/account/totp', { password: GOOD_PASSWORD });
  const secret = bytesOf(begun.body.data.secret);
  const confirm = () =>
    colleague.call('POST', '/account/totp/confirm', { code: codeNow(service, secret, -1) });
  let confirmed = await confirm();
  // If a time step ends between the two clocks' reads, the code is two steps old.
  if (confirmed.status === 401) confirmed = await confirm();
  if (confirmed.status !== 200) throw new Error(`codes are not on: ${JSON.stringify(confirmed.body)}`);
  return secret;
}
