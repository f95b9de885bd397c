/** Other data was committed between our load and our write, although we hold the lock. Decide the batch again. */
export class BatchConflict extends Error {}
