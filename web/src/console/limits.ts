import type { ApiResponse } from '../api/request.ts';

/** The remaining requests of one rate limit, as text for the reader. */
export interface LimitLeft {
  window: string;
  left: string;
  limit: string;
}

/**
 * Reads the rate limits of a client or an IP address from a response. The header `RateLimit` contains the remaining
 * requests, and `RateLimit-Policy` contains the limits.
 */
export function limitsOf({ headers }: Pick<ApiResponse, 'headers'>): LimitLeft[] {
  const numbersOf = (name: string, parameter: string) => {
    const value = headers.find(([one]) => one === name)?.[1] ?? '';
    return [...value.matchAll(new RegExp(`"(\\w+)"[^",]*;${parameter}=(\\d+)`, 'g'))];
  };
  const limits = new Map(
    numbersOf('ratelimit-policy', 'q').map(([, window, limit]) => [window!, limit!] as const),
  );
  return numbersOf('ratelimit', 'r').flatMap(([, window, left]) => {
    const limit = limits.get(window!);
    return limit === undefined ? [] : [{ window: window!, left: left!, limit }];
  });
}
