// `GET /health`, for partners and load balancers.

import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import { refuse } from '../../kernel/refusal.ts';
import { LATE_MILLISECONDS } from '../../snapshot/lateness.ts';
import { sendRefusal } from './errors.ts';
import { type App, Instant, refusals, Success } from './wire.ts';

const State = <Name extends string>(names: Name[], description: string) =>
  Type.Enum(names, { type: 'string', description });
const Milliseconds = (description: string) => Type.Number({ description });

const healthSchema = (version: string) => ({
  operationId: 'getHealth',
  tags: ['Service'],
  summary: 'Health check',
  description:
    'Returns the state of the service. The request needs no credentials and does not count towards a rate limit. The status is `DEGRADED` if the database has not responded for more than 5 seconds. Responses may then be out of date, and include the header `Age` with the age of the data in seconds. After 60 seconds, requests that need credentials are refused with 503 until the database responds again. The status is also `DEGRADED` if `bookings.status` is `WAITING`: requests that book, prebook, modify or cancel wait for up to 5 seconds and then get 503, but all other requests work. The status is also `DEGRADED` if `bookings.status` is `HALTED`: the same requests get 503 `BOOKINGS_HALTED` until an operator has checked the database. The status is also `DEGRADED` if `rate_limits.status` is `AWAY`: nodes cannot share rate limits, so each node counts only its own requests. The field `rate_limits` exists only if nodes share rate limits. The health check itself returns 503 only while the node is stopping.',
  security: [],
  response: {
    200: Type.Object(
      {
        success: Success,
        status: State(['OPERATIONAL', 'DEGRADED'], 'State of the service'),
        version: Type.String({ description: 'Version of the service' }),
        timestamp: Instant('Current time in UTC'),
        environment: Type.Enum(['sandbox', 'production'], {
          type: 'string',
          description: 'Whether bookings are tests or real',
        }),
        latency: Type.Object(
          {
            window_seconds: Type.Integer({
              description: 'Length of the measured period, in seconds. The period ends now.',
            }),
            requests: Type.Integer({ description: 'Number of requests in the measured period' }),
            p50_ms: Milliseconds('Half of the requests took at most this long, in milliseconds'),
            p95_ms: Milliseconds('95 % of the requests took at most this long, in milliseconds'),
            p99_ms: Milliseconds('99 % of the requests took at most this long, in milliseconds'),
          },
          { description: 'How long requests took on this node' },
        ),
        database: Type.Object(
          {
            status: State(['UP', 'LATE'], 'LATE: the database has not responded for more than 5 seconds'),
            latency_ms: Milliseconds('Duration of the last query, in milliseconds'),
          },
          { description: 'The database' },
        ),
        bookings: Type.Object(
          {
            status: State(
              ['UP', 'WAITING', 'HALTED'],
              'WAITING: requests that create or change bookings must wait. HALTED: they are refused until an operator has checked the database',
            ),
          },
          { description: 'Whether bookings can be made and changed' },
        ),
        rate_limits: Type.Optional(
          Type.Object(
            { status: State(['SHARED', 'AWAY'], 'AWAY: each node counts only its own requests') },
            {
              description:
                'Whether the nodes share rate limits now. The field exists only if the nodes are configured to share rate limits.',
            },
          ),
        ),
        uptime_seconds: Type.Integer({ description: 'Seconds since the node started' }),
      },
      {
        description: 'The service is running',
        examples: [
          {
            success: true,
            status: 'OPERATIONAL',
            version,
            timestamp: '2026-11-15T09:00:00.000Z',
            environment: 'sandbox',
            latency: { window_seconds: 60, requests: 42, p50_ms: 0.6, p95_ms: 1.9, p99_ms: 4.2 },
            database: { status: 'UP', latency_ms: 0.8 },
            bookings: { status: 'UP' },
            uptime_seconds: 3600,
          },
        ],
      },
    ),
    ...refusals,
  },
});

export function registerHealthRoute(app: App, context: Context): void {
  const config = { access: 'open', allowance: 'health' } as const;
  app.get('/health', { schema: healthSchema(context.version), config }, (request, reply) => {
    if (context.draining)
      return sendRefusal(request, reply, refuse('SERVICE_UNAVAILABLE', 'this node is stopping'));
    const late = context.feed.age() > LATE_MILLISECONDS;
    const { sharing } = context.limiter;
    const { isReachable, witness } = context.desk;
    const isHalted = witness.halt !== null;
    const { missingSecret } = context;
    reply.header('cache-control', 'no-store');
    return reply.send({
      success: true,
      status:
        late || sharing === 'AWAY' || !isReachable || isHalted || missingSecret !== null
          ? 'DEGRADED'
          : 'OPERATIONAL',
      version: context.version,
      timestamp: context.now().toISOString(),
      environment: context.config.environment,
      latency: context.latency.report(performance.now()),
      database: {
        status: late ? 'LATE' : 'UP',
        latency_ms: Math.round(context.feed.latencyMilliseconds * 100) / 100,
      },
      bookings: { status: isHalted ? 'HALTED' : isReachable ? 'UP' : 'WAITING' },
      ...(sharing !== null && { rate_limits: { status: sharing } }),
      uptime_seconds: Math.floor((performance.now() - context.startedAt) / 1000),
    });
  });
}
