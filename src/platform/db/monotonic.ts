/**
 * Returns milliseconds of the machine's monotonic clock, which is the same for all processes of the machine.
 * `performance.now()` is not the same for all processes, because it starts at zero in each process.
 */
export function monotonicNow(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
}
