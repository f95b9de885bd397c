/** A cache of drawn vouchers, up to a number of bytes. The least recently used voucher is dropped first. */
export class DrawnBytes {
  private readonly kept = new Map<string, Buffer>();
  private size = 0;

  constructor(private readonly limitBytes: number) {}

  find(key: string): Buffer | null {
    const bytes = this.kept.get(key);
    if (bytes === undefined) return null;
    // A map lists its keys in the order in which they were set. Setting the key again makes it the most recently used.
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
