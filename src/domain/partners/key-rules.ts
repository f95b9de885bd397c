import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';

/** EXPIRING: the key still works, but has an end date. */
export type KeyState = 'ACTIVE' | 'EXPIRING' | 'EXPIRED' | 'REVOKED';

/** A key as shown to operators. Only the client knows the text of the key. */
export interface KeyRow {
  id: string;
  clientId: string;
  /** The last four characters. */
  hint: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}

const MOST_OVERLAP_DAYS = 90;
const MINUTES_A_DAY = 24 * 60;

export function keyState(key: Pick<KeyRow, 'expiresAt' | 'revokedAt'>, now: Date): KeyState {
  if (key.revokedAt !== null) return 'REVOKED';
  if (key.expiresAt === null) return 'ACTIVE';
  return now < key.expiresAt ? 'EXPIRING' : 'EXPIRED';
}

function isUsable(key: KeyRow, now: Date): boolean {
  const state = keyState(key, now);
  return state === 'ACTIVE' || state === 'EXPIRING';
}

/** Checks the number of minutes for which an old and a new key both work. Null: there is no problem. */
export function overlapProblem(minutes: number): string | null {
  if (minutes >= 0 && minutes <= MOST_OVERLAP_DAYS * MINUTES_A_DAY) return null;
  return `overlap: must be from 0 to ${MOST_OVERLAP_DAYS} days (${MOST_OVERLAP_DAYS}d)`;
}

/**
 * Finds a client's key by its id or its last four characters. If both a valid key and a key that is no longer valid
 * match, the valid key is returned.
 */
export function findKey(
  keys: readonly KeyRow[],
  clientId: string,
  reference: string,
  now: Date,
): Outcome<KeyRow, Declined> {
  const named = keys.filter((key) => key.id === reference.toLowerCase() || key.hint === reference);
  const usable = named.filter((key) => isUsable(key, now));
  const [found, ...others] = usable.length > 0 ? usable : named;
  if (found === undefined)
    return decline(`client ${clientId} has no key "${reference}": ihc key list ${clientId} shows its keys`);
  if (others.length > 0)
    return decline(
      `${others.length + 1} keys of client ${clientId} end in ${reference}: name one by its id (${[found, ...others].map((key) => key.id).join(', ')})`,
    );
  return accept(found);
}
