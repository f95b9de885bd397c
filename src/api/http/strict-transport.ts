/** A browser that has seen this header uses https for a year, also when somebody types an http address. */
export const STRICT_TRANSPORT = 'max-age=31536000';

/** Browsers ignore the header on http. There it would only promise what the address does not keep. */
export function isHttps(publicUrl: string): boolean {
  return new URL(publicUrl).protocol === 'https:';
}
