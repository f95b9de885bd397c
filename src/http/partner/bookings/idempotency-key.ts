// Reads and checks the header Idempotency-Key, which makes a retry safe.

import { hash } from 'node:crypto';
import type { IdempotencyKey } from '../../../domain/booking/call.ts';
import { canonicalJson } from '../../../kernel/canonical-json.ts';
import { accept, type Outcome, refuseInput } from '../../../kernel/refusal.ts';

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** Returns the Idempotency-Key of a request and a hash of the body. Null: the request has no such header. */
export function readIdempotencyKey(
  header: string | string[] | undefined,
  body: unknown,
): Outcome<IdempotencyKey | null> {
  if (header === undefined) return accept(null);
  if (typeof header !== 'string' || !VISIBLE_ASCII.test(header))
    return refuseInput([
      {
        field: 'Idempotency-Key',
        code: 'INVALID_FORMAT',
        message: 'Idempotency-Key must be 1 to 255 visible ASCII characters',
      },
    ]);
  return accept({ key: header, requestHash: hash('sha256', canonicalJson(body), 'hex') });
}
