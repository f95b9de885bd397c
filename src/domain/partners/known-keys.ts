// Hashes of recently used keys.

const KEPT = 10_000;

/**
 * Caches the hashes of keys that were valid before, because hashing is a large part of the cost of authentication per
 * request. A cached hash is still compared with the stored hashes, so that a revoked key is refused at once.
 */
export class KnownKeys {
  private readonly hashes = new Map<string, Buffer>();

  find(apiKey: string): Buffer | null {
    return this.hashes.get(apiKey) ?? null;
  }

  /** Call it only for valid keys. Otherwise anyone could fill the memory. */
  keep(apiKey: string, hash: Buffer): void {
    if (this.hashes.size >= KEPT) this.hashes.delete(this.hashes.keys().next().value!);
    this.hashes.set(apiKey, hash);
  }
}
