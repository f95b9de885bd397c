// Decides which author the hotel page shows beside an audit entry.

import type { RecordedChange } from '../../platform/audit/operator-audit.store.ts';

export const AUDIT_KINDS = ['ACCOUNTS', 'SIGN_INS', 'ROOMS', 'REFUSED'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/**
 * The author of an audit entry, as managers see it. OTHER: a hotel system, a network address, or a name that an earlier
 * release stored.
 */
export interface AuditAuthor {
  by: 'PERSON' | 'OPERATOR' | 'OTHER';
  who: string;
  email: string | null;
}

/** Actions that processes of the service record, and never operators. */
const OF_SYSTEMS = ['calendar set', 'cannot-honour'];
/** Releases up to 1.6.0 stored people by name and address. */
const NAMED = / <[^<>]+@[^<>]+>$/;

/** Shows people with their present name. The name of an operator is not shown, because only operators may know it. */
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

/**
 * `name` and `email` are the present values. Null: the author is no person of this hotel, or an earlier release stored
 * the name.
 */
export interface PageAuditRow extends RecordedChange {
  name: string | null;
  email: string | null;
}
