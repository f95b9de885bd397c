/** When each key was last used, collected in memory so that a read request does not cost a database write. */
export class KeyUses {
  private readonly uses = new Map<string, Date>();

  record(keyId: string, at: Date): void {
    this.uses.set(keyId, at);
  }

  /** Returns what was collected since the last call. */
  drain(): { keyIds: string[]; instants: Date[] } {
    const drained = { keyIds: [...this.uses.keys()], instants: [...this.uses.values()] };
    this.uses.clear();
    return drained;
  }
}
