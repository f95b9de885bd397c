import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call, IdempotencyKey } from '../../../domain/booking/call.ts';
import type { FinalResponse } from '../../../domain/booking/command.ts';
import { accept, type Outcome } from '../../../kernel/refusal.ts';
import { sendRefusal } from '../../common/errors.ts';
import { callerOf } from '../../common/gate.ts';
import { readIdempotencyKey } from './idempotency-key.ts';

/** Reads the caller and the Idempotency-Key of a request. */
export function readCall(request: FastifyRequest): Outcome<Call> {
  const key = readIdempotencyKey(request.headers['idempotency-key'], request.body);
  return key.ok ? accept(callOf(request, key.value)) : key;
}

export function callOf(request: FastifyRequest, idempotency: IdempotencyKey | null): Call {
  return {
    caller: callerOf(request),
    requestId: request.id,
    warnings: request.warnings ?? null,
    idempotency,
  };
}

/**
 * Sends the response of the desk byte for byte. The desk stores its first response, so a repeated request receives an
 * identical response.
 */
export async function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome<Promise<FinalResponse>>,
): Promise<FastifyReply> {
  if (!outcome.ok) return sendRefusal(request, reply, outcome);
  const { status, body, replayed, retryAfterSeconds } = await outcome.value;
  if (replayed) reply.header('idempotent-replayed', 'true');
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  if (status >= 400) request.errorCode = /"code":"([A-Z_]+)"/.exec(body)?.[1];
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}
