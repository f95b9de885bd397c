// Collects the results of attempts and writes them in groups.

import type { Mark } from './mark.store.ts';

const RETRY_MILLISECONDS = 500;
/** One statement writes at most this many results. */
const GROUP_LIMIT = 500;

export interface MarkerOptions {
  /**
   * Writes results to the database. Returns how many waiting deliveries became ready to send, because an earlier
   * delivery has ended.
   */
  write: (marks: Mark[]) => Promise<number>;
  /** Called when waiting deliveries became ready to send. */
  onReleased: () => void;
  onError: (error: Error) => void;
  gatherMilliseconds: number;
}

/**
 * Collects results for a short time and writes them in one statement. If the statement fails, the results are kept and
 * written again. A result is ignored if another process now has the lease of the delivery.
 */
export class ResultMarker {
  private waiting: Mark[] = [];
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> | null = null;
  private isStopping = false;
  private isStopped = false;

  constructor(private readonly options: MarkerOptions) {}

  add(mark: Mark): void {
    if (this.isStopped) return;
    this.waiting.push(mark);
    this.schedule(this.options.gatherMilliseconds);
  }

  /** Tries once to write the collected results. If the write fails, the deliveries stay leased in the database. */
  async stop(): Promise<void> {
    this.isStopping = true;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    await this.writing;
    while (this.waiting.length > 0 && (await this.flush()));
    this.isStopped = true;
  }

  private schedule(milliseconds: number): void {
    if (this.timer !== null || this.writing !== null || this.isStopping) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.writing = this.flush().then((isWritten) => {
        this.writing = null;
        if (this.waiting.length > 0) this.schedule(isWritten ? 0 : RETRY_MILLISECONDS);
      });
    }, milliseconds);
  }

  private async flush(): Promise<boolean> {
    const marks = this.waiting.splice(0, GROUP_LIMIT);
    try {
      if ((await this.options.write(marks)) > 0) this.options.onReleased();
      return true;
    } catch (error) {
      this.waiting.unshift(...marks);
      this.options.onError(error as Error);
      return false;
    }
  }
}
