import type { FastifyReply, FastifyRequest } from 'fastify';
import { PAGE_STATUSES, type PageFailure, type PageRefusal } from '../../domain/staff/page-refusal.ts';
import type { Outcome } from '../../kernel/refusal.ts';
import { sendRefusal } from '../common/errors.ts';

/** Sends the result, or the refusal. */
export function sendFound<Found>(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome<Found, PageFailure>,
  view: (found: Found) => object,
): FastifyReply {
  if (outcome.ok) return reply.send({ success: true, data: view(outcome.value) });
  return 'page' in outcome ? sendPageRefusal(request, reply, outcome) : sendRefusal(request, reply, outcome);
}

export function sendPageRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  { code, message, details }: PageRefusal,
): FastifyReply {
  if (code === 'TOO_MANY_TRIES') reply.header('retry-after', Number(details?.retry_after));
  const error = { code, message, request_id: request.id, retryable: code === 'TOO_MANY_TRIES' };
  return reply.code(PAGE_STATUSES[code]).send({
    success: false,
    error: details === undefined ? error : { ...error, details },
  });
}
