/** A snapshot this old no longer shows the present: health says so, and answers say how old they are. */
export const LATE_MILLISECONDS = 5_000;

/** A snapshot this old is not shown at all. There is no second read path. */
export const TOO_LATE_MILLISECONDS = 60_000;
