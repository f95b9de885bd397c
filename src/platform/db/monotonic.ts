/**
 * Milliseconds of the machine's monotonic clock. All processes of one machine read the same clock. `performance.now()`
 * starts at zero in each process.
 */
export function monotonicNow(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
}
