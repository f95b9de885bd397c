// Hashes of keys that were used lately.

const KEPT = 10_000;

/**
 * Hashes of keys that were valid before: hashing again would be a good part of the gate's cost per request. A known
 * hash is still compared with the stored ones, so that a revoked key is refused at once.
 */
export class KnownKeys {
  private readonly hashes = new Map<string, Buffer>();

  find(apiKey: string): Buffer | null {
    return this.hashes.get(apiKey) ?? null;
  }

  /** Call it only for valid keys: otherwise anyone could fill the memory. */
  keep(apiKey: string, hash: Buffer): void {
    if (this.hashes.size >= KEPT) this.hashes.delete(this.hashes.keys().next().value!);
    this.hashes.set(apiKey, hash);
  }
}
