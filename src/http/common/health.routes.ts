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
    'Service health. Needs no credentials and does not count towards the rate limit. `DEGRADED` means that the database has not responded for more than 5 seconds. Responses may then be out of date and include `Age`, the age of the data in seconds. After 60 seconds, requests that need credentials are refused with 503 until the database responds again. If `bookings.status` is `WAITING`, the status is `DEGRADED` too: requests that book, prebook, modify or cancel wait for up to 5 seconds and then get 503, while other requests work. If `rate_limits.status` is `AWAY`, the status is `DEGRADED` too: nodes cannot share rate limits, and each node counts by itself. `rate_limits` is present only where nodes share rate limits. The health check itself returns 503 only while the node is stopping.',
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
            window_seconds: Type.Integer({ description: 'How many of the last seconds are measured' }),
            requests: Type.Integer({ description: 'Number of requests in this time' }),
            p50_ms: Milliseconds('Half of the requests took at most this long, in milliseconds'),
            p95_ms: Milliseconds('95 % of the requests took at most this long, in milliseconds'),
            p99_ms: Milliseconds('99 % of the requests took at most this long, in milliseconds'),
          },
          { description: 'How long requests took on this node' },
        ),
        database: Type.Object(
          {
            status: State(['UP', 'LATE'], 'LATE: it has not responded for more than 5 seconds'),
            latency_ms: Milliseconds('Time of the last query, in milliseconds'),
          },
          { description: 'The database' },
        ),
        bookings: Type.Object(
          { status: State(['UP', 'WAITING'], 'WAITING: requests that change bookings wait') },
          { description: 'Whether bookings can be made and changed' },
        ),
        rate_limits: Type.Optional(
          Type.Object(
            { status: State(['SHARED', 'AWAY'], 'AWAY: each node counts by itself') },
            { description: 'Whether nodes share rate limits. Only where they do.' },
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
    const { isReachable } = context.desk;
    const { missingSecret } = context;
    reply.header('cache-control', 'no-store');
    return reply.send({
      success: true,
      status:
        late || sharing === 'AWAY' || !isReachable || missingSecret !== null ? 'DEGRADED' : 'OPERATIONAL',
      version: context.version,
      timestamp: context.now().toISOString(),
      environment: context.config.environment,
      latency: context.latency.report(performance.now()),
      database: {
        status: late ? 'LATE' : 'UP',
        latency_ms: Math.round(context.feed.latencyMilliseconds * 100) / 100,
      },
      bookings: { status: isReachable ? 'UP' : 'WAITING' },
      ...(sharing !== null && { rate_limits: { status: sharing } }),
      uptime_seconds: Math.floor((performance.now() - context.startedAt) / 1000),
    });
  });
}
