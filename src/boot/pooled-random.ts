// Reads random bytes for ids and keys, at a low cost per call.

import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 8_192;

/**
 * Returns a function that returns random bytes. The bytes are read from the operating system 8 KiB at a time, because a
 * system call for a few bytes costs as much as a system call for 8 KiB.
 */
export function pooledRandom(): (bytes: number) => Buffer {
  const pool = Buffer.alloc(POOL_BYTES);
  let used = POOL_BYTES;
  return (bytes) => {
    if (bytes > POOL_BYTES) throw new Error(`more than ${POOL_BYTES} random bytes at once`);
    if (used + bytes > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    // The function returns a copy, because bytes that a caller has received must not change when the pool is filled
    // again.
    const taken = Buffer.from(pool.subarray(used, used + bytes));
    pool.fill(0, used, used + bytes);
    used += bytes;
    return taken;
  };
}
