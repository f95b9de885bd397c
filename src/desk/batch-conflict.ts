/** Something committed between our load and our write although we hold the lock: the batch must be decided again. */
export class BatchConflict extends Error {}
