// Checks the limits, ids and names of clients, and writes the messages about clients that do not exist.

const MOST_REQUESTS_A_MINUTE = 100_000;

/** The two limits of a partner, in requests per minute. Null: the usual limit applies. */
export interface Limits {
  rateLimitPerMinute: number | null;
  bookingLimitPerMinute: number | null;
}

/** Returns the problems with the limits. A limit that is not set is not checked. */
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

/** Returns the problems with the client id and the name of a new client. */
export function clientProblems(clientId: string, name: string): string[] {
  const problems: string[] = [];
  if (!/^[a-z0-9][a-z0-9._-]{2,63}$/.test(clientId))
    problems.push(
      `client id "${clientId}": must have 3 to 64 characters: a–z, 0–9, dot, hyphen and underscore, the first a letter or digit`,
    );
  if (name.trim() === '' || name.length > 120)
    problems.push(`name: must have 1 to 120 characters; it has ${name.trim().length}`);
  return problems;
}

export function noSupplier(clientId: string): string {
  return `supplier ${clientId} does not exist: ihc supplier list shows all suppliers`;
}

/** Returns the message about a client that does not exist, for commands that accept partners and suppliers. */
export function noClient(clientId: string): string {
  return `client ${clientId} does not exist: ihc partner list and ihc supplier list show all clients`;
}

export function noPartner(clientId: string): string {
  return `partner ${clientId} does not exist: ihc partner list shows all partners`;
}
