/**
 * The number of tries per minute that this process allows to strangers. After a minute without tries, this number of
 * tries may come at once.
 */
export const STRANGERS_PER_MINUTE = 60;

export type Turn =
  /** `giveBack` returns the try to the budget, because nothing was compared. */
  | { ok: true; end: () => void; giveBack: () => void }
  /**
   * UNDER_WAY: the account, the address or the device has a try that is not decided yet. SPENT: the budget is used up.
   */
  | { ok: false; reason: 'UNDER_WAY' | 'SPENT' };

/**
 * Decides who may have a password compared now. A comparison takes a third of a second. Without this limit, strangers
 * could send many tries at once, or from many addresses, and everybody else would wait.
 */
export class SignInTurns {
  private readonly underWay = new Set<string>();
  private left = STRANGERS_PER_MINUTE;
  private filledAt = 0;

  /** Begins a try. Each subject has only one try at a time. `nowMilliseconds` may go back. */
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
