/** A snapshot of this age may be wrong. Health then reports DEGRADED, and responses contain `Age`. */
export const LATE_MILLISECONDS = 5_000;

/** A snapshot of this age is not used at all. Requests get 503, because there is no second read path. */
export const TOO_LATE_MILLISECONDS = 60_000;
