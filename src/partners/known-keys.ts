const KEPT = 10_000;

/**
 * The hashes of keys that were right before: hashing again would be a good part of what the gate costs a look. A known
 * hash is compared with the stored ones like any other, so that a revoked key is refused at once.
 */
export class KnownKeys {
  private readonly hashes = new Map<string, Buffer>();

  find(apiKey: string): Buffer | null {
    return this.hashes.get(apiKey) ?? null;
  }

  /** Only keys that opened the gate: strangers must not be able to fill the memory. */
  keep(apiKey: string, hash: Buffer): void {
    if (this.hashes.size >= KEPT) this.hashes.delete(this.hashes.keys().next().value!);
    this.hashes.set(apiKey, hash);
  }
}
