// Applies a rate limit to a request, and adds the rate limit headers to the response.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { refuse } from '../../kernel/refusal.ts';
import type { Verdict } from '../../platform/limits/verdict.ts';
import { type Allowance, Allowances, remainingText } from './allowances.ts';
import { sendRefusal } from './errors.ts';

export function allowancesOf({ config }: Pick<Context, 'config'>): Allowances {
  return new Allowances({
    looksPerMinute: config.rateLimitPerMinute,
    bookingsPerMinute: config.bookingLimitPerMinute,
    supplyPerMinute: config.supplyLimitPerMinute,
  });
}

/**
 * Counts a request in a window, and adds the headers of this window to the response. If the window allows the request,
 * `next` runs. Otherwise the request is refused with 429.
 */
export function countRequest(
  context: Pick<Context, 'counts' | 'limiter'>,
  request: FastifyRequest,
  reply: FastifyReply,
  counted: Allowance,
  next: () => void,
): void {
  const { name, caller, limit } = counted.window;
  context.limiter.take(caller, limit, (verdict) => {
    context.counts?.judged(name, verdict.allowed);
    showAllowance(context, reply, counted, verdict);
    if (verdict.allowed) next();
    else refuseTooMany(request, reply, counted, verdict);
  });
}

export function showAllowance(
  { limiter }: Pick<Context, 'limiter'>,
  reply: FastifyReply,
  allowance: Allowance,
  verdict: Verdict,
): void {
  const { other, policy } = allowance;
  const ofOther = other === null ? null : limiter.peek(other.caller, other.limit);
  reply.header('ratelimit-limit', verdict.limit);
  reply.header('ratelimit-remaining', verdict.remaining);
  reply.header('ratelimit-reset', verdict.resetSeconds);
  reply.header('ratelimit-policy', policy);
  reply.header('ratelimit', remainingText(allowance, verdict, ofOther));
}

function refuseTooMany(
  request: FastifyRequest,
  reply: FastifyReply,
  { window }: Allowance,
  { limit, resetSeconds }: Verdict,
): FastifyReply {
  const message = `more than ${limit} requests in 60 seconds in the window "${window.name}"; try again in ${resetSeconds} s`;
  const details = { window: window.name, limit, retryAfterSeconds: resetSeconds };
  return sendRefusal(request, reply, refuse('RATE_LIMIT_EXCEEDED', message, details));
}
