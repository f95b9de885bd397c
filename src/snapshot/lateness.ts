/** A snapshot this old may be wrong: health reports DEGRADED, and responses carry their `Age`. */
export const LATE_MILLISECONDS = 5_000;

/** A snapshot this old is not used at all: requests get 503. There is no second read path. */
export const TOO_LATE_MILLISECONDS = 60_000;
