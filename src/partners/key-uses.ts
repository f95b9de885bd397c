/** When each key was last used, gathered in memory: a look must not cost a write. */
export class KeyUses {
  private readonly uses = new Map<string, Date>();

  record(keyId: string, at: Date): void {
    this.uses.set(keyId, at);
  }

  /** Hands over what was gathered since the last time. */
  drain(): { keyIds: string[]; instants: Date[] } {
    const drained = { keyIds: [...this.uses.keys()], instants: [...this.uses.values()] };
    this.uses.clear();
    return drained;
  }
}
