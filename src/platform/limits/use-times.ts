// The times of a caller's last requests.

const FIRST_CAPACITY = 8;

/**
 * Stores the times of one caller's accepted requests in a ring buffer, oldest first. The ring grows when it is full, so
 * its size does not depend on the limit. If the ring were as large as the limit, times would be lost when the limit is
 * lowered and then raised.
 */
export class UseTimes {
  private times = new Float64Array(FIRST_CAPACITY);
  private start = 0;
  private length = 0;

  get count(): number {
    return this.length;
  }

  at(index: number): number {
    return this.times[(this.start + index) & (this.times.length - 1)]!;
  }

  /** Adds a time. Times from other processes may arrive late, so the new time is not always the newest. */
  add(time: number): void {
    if (this.length === this.times.length) this.grow();
    let index = this.length;
    for (; index > 0 && this.at(index - 1) > time; index -= 1) this.set(index, this.at(index - 1));
    this.set(index, time);
    this.length += 1;
  }

  /**
   * Removes one use that has exactly this time, if such a use exists. The search begins with the newest use, because
   * usually this use must be removed.
   */
  remove(time: number): void {
    let index = this.length - 1;
    while (index >= 0 && this.at(index) > time) index -= 1;
    if (index < 0 || this.at(index) !== time) return;
    for (; index < this.length - 1; index += 1) this.set(index, this.at(index + 1));
    this.length -= 1;
  }

  /** Removes every use at or before this time. */
  forget(time: number): void {
    while (this.length > 0 && this.at(0) <= time) {
      this.start = (this.start + 1) & (this.times.length - 1);
      this.length -= 1;
    }
  }

  private set(index: number, time: number): void {
    this.times[(this.start + index) & (this.times.length - 1)] = time;
  }

  /** The capacity is always a power of two, so that a bit mask can compute an index. */
  private grow(): void {
    const larger = new Float64Array(this.times.length * 2);
    for (let index = 0; index < this.length; index += 1) larger[index] = this.at(index);
    this.times = larger;
    this.start = 0;
  }
}
