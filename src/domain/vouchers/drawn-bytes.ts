/** What was drawn, up to a number of bytes. Those that nobody has asked for the longest are dropped first. */
export class DrawnBytes {
  private readonly kept = new Map<string, Buffer>();
  private size = 0;

  constructor(private readonly limitBytes: number) {}

  find(key: string): Buffer | null {
    const bytes = this.kept.get(key);
    if (bytes === undefined) return null;
    // A map lists its keys in the order in which they were set: the last one was asked for last.
    this.kept.delete(key);
    this.kept.set(key, bytes);
    return bytes;
  }

  keep(key: string, bytes: Buffer): void {
    this.drop(key);
    if (bytes.length > this.limitBytes) return;
    this.kept.set(key, bytes);
    this.size += bytes.length;
    for (const oldest of this.kept.keys()) {
      if (this.size <= this.limitBytes) return;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    this.size -= this.kept.get(key)?.length ?? 0;
    this.kept.delete(key);
  }
}
