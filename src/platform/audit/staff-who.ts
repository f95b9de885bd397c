/**
 * Returns the text that the audit stores for a person at a hotel. It contains the person's id and not the name, because
 * people choose their own names.
 */
export function staffWho(staffId: string): string {
  return `staff ${staffId}`;
}
