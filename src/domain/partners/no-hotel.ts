// The message to operators about a hotel that does not exist.

export function noHotel(reference: string): string {
  return `hotel ${reference} does not exist: ihc hotel list shows all hotels`;
}
