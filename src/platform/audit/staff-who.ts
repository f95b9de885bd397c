/** A member of hotel staff in the audit. The audit stores the id, because people choose their names. */
export function staffWho(staffId: string): string {
  return `staff ${staffId}`;
}
