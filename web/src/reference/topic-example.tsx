import { CodeBlock } from '../parts/code-block.tsx';
import type { CodeLanguage } from '../parts/highlight.ts';

const ERROR = {
  success: false,
  error: {
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'more than 120 requests in 60 seconds in the window "looks"',
    request_id: 'req-8f1c2d',
    retryable: true,
    details: { window: 'looks', limit: 120, retry_after: 42 },
  },
};

const json = (value: unknown): [CodeLanguage, string] => ['json', JSON.stringify(value, null, 2)];

/** Example headers or an example body for each topic. */
const EXAMPLES: Record<string, [CodeLanguage, string]> = {
  authentication: ['http', 'X-Client-Id: sandbox-4f9c2a71b0\nX-Api-Key: ihc_test_…'],
  requests: json({
    success: true,
    data: [{ public_id: 'HTL-2026-0001' }],
    meta: { count: 1, next_cursor: null },
  }),
  errors: json(ERROR),
  'rate-limits': [
    'http',
    'HTTP/1.1 200 OK\nRateLimit-Limit: 120\nRateLimit-Remaining: 118\nRateLimit-Reset: 42\nRateLimit: "looks";r=118;t=42, "bookings";r=120;t=0',
  ],
  idempotency: ['http', 'POST /v1/bookings HTTP/1.1\nIdempotency-Key: 9f0a6c1e-7f0b-4a2f-9a55-0f6f8d1f3c11'],
  pagination: json({ meta: { count: 50, next_cursor: 'eyJvIjo1MH0' } }),
  'dates-and-money': json({
    check_in: '2027-01-15',
    created_at: '2026-12-16T09:30:00.000Z',
    price: { currency: 'IQD', total: '138000' },
  }),
};

export function TopicExample({ topic, label }: { topic: string; label: string }) {
  const example = EXAMPLES[topic];
  if (example === undefined) return null;
  return <CodeBlock label={label} language={example[0]} code={example[1]} />;
}
