/**
 * Strangers may make this number of tries per minute in this process. After a minute without tries, they may make this
 * number of tries at once.
 */
export const STRANGERS_PER_MINUTE = 60;

/**
 * If another try for the same subject is being compared, the client must wait this number of seconds before the next
 * try. A comparison takes less than a second.
 */
export const UNDER_WAY_SECONDS = 1;

export type Turn =
  /** `giveBack` returns the try to the budget of strangers. Call `giveBack` if no password was compared. */
  | { ok: true; end: () => void; giveBack: () => void }
  /** UNDER_WAY: another try for one of the subjects has not ended yet. SPENT: the budget of strangers is used up. */
  | { ok: false; reason: 'UNDER_WAY' | 'SPENT' };

/**
 * Limits how many passwords are compared, because a comparison takes a third of a second. Without this limit, strangers
 * could send many tries at once or from many addresses, and everybody else would have to wait.
 */
export class SignInTurns {
  private readonly underWay = new Set<string>();
  private left = STRANGERS_PER_MINUTE;
  private filledAt = 0;

  /**
   * Begins a try. Each subject can have only one try at a time. `nowMilliseconds` may be smaller than in an earlier
   * call, because a clock can be set back.
   */
  begin(subjects: string[], isStranger: boolean, nowMilliseconds: number): Turn {
    if (subjects.some((subject) => this.underWay.has(subject))) return { ok: false, reason: 'UNDER_WAY' };
    if (isStranger && !this.spend(nowMilliseconds)) return { ok: false, reason: 'SPENT' };
    for (const subject of subjects) this.underWay.add(subject);
    const end = () => {
      for (const subject of subjects) this.underWay.delete(subject);
    };
    const giveBack = () => {
      if (isStranger) this.left = Math.min(STRANGERS_PER_MINUTE, this.left + 1);
    };
    return { ok: true, end, giveBack };
  }

  private spend(now: number): boolean {
    const filled = (Math.max(0, now - this.filledAt) / 60_000) * STRANGERS_PER_MINUTE;
    this.left = Math.min(STRANGERS_PER_MINUTE, this.left + filled);
    this.filledAt = now;
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }
}
