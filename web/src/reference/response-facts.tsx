import type { ApiResponse } from '../api/request.ts';
import { Badge } from '../parts/badge.tsx';
import { Callout } from '../parts/callout.tsx';
import { useReferenceWords } from './words.ts';

/** Shows the status, the response time, and the headers that matter for the next request. */
export function ResponseFacts({ response }: { response: ApiResponse | null }) {
  const words = useReferenceWords();
  if (response === null)
    return (
      <Callout tone="bad" role="alert">
        <p>{words.noResponse}</p>
      </Callout>
    );
  const headers = Object.fromEntries(response.headers);
  const left = headers['ratelimit-remaining'];
  const limit = headers['ratelimit-limit'];
  const wait = headers['retry-after'];
  return (
    <p className="response-facts" role="status">
      <Badge tone={response.status < 400 ? 'good' : 'bad'}>{String(response.status)}</Badge>
      <span>{words.milliseconds(String(response.milliseconds))}</span>
      {left !== undefined && limit !== undefined && <span>{words.remaining(left, limit)}</span>}
      {wait !== undefined && <span>{words.retryAfter(wait)}</span>}
      {headers['idempotent-replayed'] !== undefined && <span>{words.replayed}</span>}
    </p>
  );
}
