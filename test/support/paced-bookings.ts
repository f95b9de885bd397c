import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Attempt {
  key: string;
  body: string;
  /** The phase in which the request was sent, and the phase in which its response arrived. */
  sentIn: number;
  respondedIn: number;
  status: number;
  text: string;
}

/**
 * Books in a loop with several callers. The test divides time into phases. One process records the phases of all
 * requests and responses, so no clocks must be compared.
 */
export class PacedBookings {
  readonly attempts: Attempt[] = [];
  phase = 0;
  private isOver = false;
  private readonly running: Promise<unknown>;

  constructor(
    private readonly send: (key: string, body: string) => Promise<{ status: number; text: string }>,
    private readonly nextBody: (count: number) => unknown,
    callers: number,
  ) {
    this.running = Promise.all(Array.from({ length: callers }, () => this.run()));
  }

  confirmed(): Attempt[] {
    return this.attempts.filter(({ status }) => status === 200);
  }

  /** Resolves when this many requests were sent and confirmed in the current phase. */
  async atLeast(count: number): Promise<void> {
    const { phase } = this;
    while (this.confirmed().filter(({ sentIn }) => sentIn === phase).length < count) {
      if (this.isOver) throw new Error('the bookings have ended');
      await sleep(5);
    }
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.isOver) {
      const attempt = {
        key: randomUUID(),
        body: '',
        sentIn: this.phase,
        respondedIn: -1,
        status: 0,
        text: '',
      };
      attempt.body = JSON.stringify(this.nextBody(this.attempts.push(attempt)));
      const { status, text } = await this.send(attempt.key, attempt.body);
      Object.assign(attempt, { status, text, respondedIn: this.phase });
      await sleep(5);
    }
  }
}
