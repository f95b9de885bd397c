/**
 * A key whose stored hash was not computed with the first pepper, and the new hash, which was computed with the first
 * pepper.
 */
export interface KeyRehash {
  keyId: string;
  oldHash: Buffer;
  newHash: Buffer;
}

/**
 * Collects new hashes of keys in memory. The service can compute a hash only while it handles a request of the client,
 * because only the request contains the text of the key.
 */
export class KeyRehashes {
  private readonly rehashes = new Map<string, KeyRehash>();

  record(rehash: KeyRehash): void {
    this.rehashes.set(rehash.keyId, rehash);
  }

  list(): KeyRehash[] {
    return [...this.rehashes.values()];
  }

  forget(done: readonly KeyRehash[]): void {
    for (const { keyId } of done) this.rehashes.delete(keyId);
  }
}
