// Who is shown beside an entry of the audit on the hotel page.

import type { RecordedChange } from '../../platform/audit/operator-audit.store.ts';

export const AUDIT_KINDS = ['ACCOUNTS', 'SIGN_INS', 'ROOMS', 'REFUSED'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** Who did something, as managers see it. OTHER: a hotel system, a network address, or a name of an earlier release. */
export interface AuditAuthor {
  by: 'PERSON' | 'OPERATOR' | 'OTHER';
  who: string;
  email: string | null;
}

/** Written by a process of the service and never by an operator. */
const OF_SYSTEMS = ['calendar set', 'cannot-honour'];
/** Releases up to 1.6.0 stored people by name and address. */
const NAMED = / <[^<>]+@[^<>]+>$/;

/** People by their name of today. Which operator it was concerns the operator alone. */
export function auditAuthor(row: {
  who: string;
  action: string;
  name: string | null;
  email: string | null;
}): AuditAuthor {
  const { who, action, name, email } = row;
  if (name !== null) return { by: 'PERSON', who: name, email };
  const isOther = action.startsWith('refused ') || OF_SYSTEMS.includes(action) || NAMED.test(who);
  return isOther ? { by: 'OTHER', who, email: null } : { by: 'OPERATOR', who: 'operator', email: null };
}

/** `name` and `email` are those of today. Null: no person of this hotel did it, or an earlier release stored the name. */
export interface PageAuditRow extends RecordedChange {
  name: string | null;
  email: string | null;
}
