// Determines the author that the hotel page shows for an audit entry.

import type { RecordedChange } from '../../platform/audit/operator-audit.store.ts';

export const AUDIT_KINDS = ['ACCOUNTS', 'SIGN_INS', 'ROOMS', 'REFUSED'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/**
 * The author of an audit entry, as shown to managers. OTHER: the author is a hotel system, or the audit contains only a
 * network address or a name that an earlier release stored.
 */
export interface AuditAuthor {
  by: 'PERSON' | 'OPERATOR' | 'OTHER';
  who: string;
  email: string | null;
}

/** Only the service itself records these actions, never an operator. */
const OF_SYSTEMS = ['calendar set', 'cannot-honour'];
/** Releases up to 1.6.0 stored a person as a name with an e-mail address. */
const NAMED = / <[^<>]+@[^<>]+>$/;

/**
 * Returns the author of an audit entry. For a person, returns the person's present name. For an operator, returns no
 * name, because only operators may know it.
 */
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
 * `name` and `email` are the author's present values, or the last values of a deleted account. Null: the author is not
 * a person at a hotel, or an earlier release stored a name instead of the person's id.
 */
export interface PageAuditRow extends RecordedChange {
  name: string | null;
  email: string | null;
}
