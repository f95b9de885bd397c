/**
 * If the snapshot is older than this, its data may be out of date, so the health check reports DEGRADED, and responses
 * contain the header `Age`.
 */
export const LATE_MILLISECONDS = 5_000;

/**
 * If the snapshot is older than this, the service does not use it. The service then responds to requests with status
 * 503, because it has no other source for the data.
 */
export const TOO_LATE_MILLISECONDS = 60_000;
