const MOST_REQUESTS_A_MINUTE = 100_000;

/** Null when the limit is allowed. Null as a limit is the usual one. */
export function limitProblem(perMinute: number | null): string | null {
  if (perMinute === null) return null;
  if (Number.isInteger(perMinute) && perMinute >= 1 && perMinute <= MOST_REQUESTS_A_MINUTE) return null;
  return `limit: must be a whole number from 1 to ${MOST_REQUESTS_A_MINUTE} requests per minute`;
}

export function noPartner(clientId: string): string {
  return `partner ${clientId} does not exist: ihc partner list shows all partners`;
}
