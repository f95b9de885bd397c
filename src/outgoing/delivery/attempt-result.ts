/** How an attempt to deliver ends. `dead`: it failed and is not tried again. */
export const ATTEMPT_RESULTS = ['delivered', 'failed', 'skipped', 'dead'] as const;
export type AttemptResult = (typeof ATTEMPT_RESULTS)[number];
