/** The machine's monotonic clock. All processes share it, so their times can be compared. */
export function monotonicMilliseconds(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
