// Keeps the hashes of recently used keys in memory.

const KEPT = 10_000;

/**
 * Caches the hashes of valid keys, because authentication spends much of its time on hashing. The service still
 * compares a cached hash with the client's stored hashes, so it refuses a revoked key at once.
 */
export class KnownKeys {
  private readonly hashes = new Map<string, Buffer>();

  find(apiKey: string): Buffer | null {
    return this.hashes.get(apiKey) ?? null;
  }

  /**
   * Adds a hash to the cache. Never call this method for an invalid key. Otherwise anyone could replace the cached
   * hashes with hashes of invalid keys.
   */
  keep(apiKey: string, hash: Buffer): void {
    if (this.hashes.size >= KEPT) this.hashes.delete(this.hashes.keys().next().value!);
    this.hashes.set(apiKey, hash);
  }
}
