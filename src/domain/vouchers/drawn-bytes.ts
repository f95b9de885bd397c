/**
 * A cache of drawn vouchers with a limit on the total number of bytes. When the limit is reached, the least recently
 * used voucher is removed first.
 */
export class DrawnBytes {
  private readonly kept = new Map<string, Buffer>();
  private size = 0;

  constructor(private readonly limitBytes: number) {}

  find(key: string): Buffer | null {
    const bytes = this.kept.get(key);
    if (bytes === undefined) return null;
    // A map lists its keys in the order in which they were inserted. Delete and insert the key again, so that it
    // becomes the most recently used key.
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
