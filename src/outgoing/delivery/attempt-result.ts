/** The results of an attempt to deliver. `dead` means that the delivery failed and is not retried. */
export const ATTEMPT_RESULTS = ['delivered', 'failed', 'skipped', 'dead'] as const;
export type AttemptResult = (typeof ATTEMPT_RESULTS)[number];
