/** The machine's monotonic clock, which all processes share. */
export function monotonicMilliseconds(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
