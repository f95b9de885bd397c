const MOST_REQUESTS_A_MINUTE = 100_000;

/** The two limits of a partner, in requests per minute. Null: the usual one. */
export interface Limits {
  rateLimitPerMinute: number | null;
  bookingLimitPerMinute: number | null;
}

/** What is wrong with limits. A limit that is not given stays as it is. */
export function limitProblems({ rateLimitPerMinute, bookingLimitPerMinute }: Partial<Limits>): string[] {
  const problemOf = (name: string) =>
    `${name}: must be a whole number from 1 to ${MOST_REQUESTS_A_MINUTE} requests per minute`;
  return [
    ...(isLimit(rateLimitPerMinute ?? null) ? [] : [problemOf('limit')]),
    ...(isLimit(bookingLimitPerMinute ?? null) ? [] : [problemOf('booking limit')]),
  ];
}

function isLimit(perMinute: number | null): boolean {
  if (perMinute === null) return true;
  return Number.isInteger(perMinute) && perMinute >= 1 && perMinute <= MOST_REQUESTS_A_MINUTE;
}

export function noPartner(clientId: string): string {
  return `partner ${clientId} does not exist: ihc partner list shows all partners`;
}
