/** A key that was recognised with a pepper other than the first, and its hash with the first pepper. */
export interface KeyRehash {
  keyId: string;
  oldHash: Buffer;
  newHash: Buffer;
}

/** Keys to be hashed again, collected in memory. The text of a key is known only during a request of its partner. */
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
