/** A person of a hotel, as the audit stores them: by id, because people choose their names. */
export function staffWho(staffId: string): string {
  return `staff ${staffId}`;
}
