import { hash } from 'node:crypto';
import type { IdempotencyScope } from '../../../booking/command.ts';
import { canonicalJson } from '../../../kernel/canonical-json.ts';
import { accept, type Outcome, refuseInput } from '../../../kernel/refusal.ts';

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** The scope of an Idempotency-Key header; null without one. */
export function readIdempotencyKey(
  header: string | string[] | undefined,
  operation: string,
  body: unknown,
): Outcome<IdempotencyScope | null> {
  if (header === undefined) return accept(null);
  if (typeof header !== 'string' || !VISIBLE_ASCII.test(header))
    return refuseInput([
      {
        field: 'Idempotency-Key',
        code: 'INVALID_FORMAT',
        message: 'Idempotency-Key must be 1 to 255 visible ASCII characters',
      },
    ]);
  const requestHash = hash('sha256', canonicalJson(body), 'hex');
  return accept({ operation, key: header, requestHash });
}
