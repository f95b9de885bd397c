/** Collects in memory when each key was last used, so that a read request needs no write to the database. */
export class KeyUses {
  private readonly uses = new Map<string, Date>();

  record(keyId: string, at: Date): void {
    this.uses.set(keyId, at);
  }

  /** Returns the uses that were collected since the last call of this method. */
  drain(): { keyIds: string[]; instants: Date[] } {
    const drained = { keyIds: [...this.uses.keys()], instants: [...this.uses.values()] };
    this.uses.clear();
    return drained;
  }
}
