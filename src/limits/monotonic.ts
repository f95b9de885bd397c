/**
 * Milliseconds of a clock that is never set. All processes of a machine read the same value, so they can compare
 * times. `performance.now()` cannot be used for that: it starts from zero in each process.
 */
export function monotonicMilliseconds(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
}
