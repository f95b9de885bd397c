/** Tells a browser to use https for this host for a year, even if the user types an http address. */
export const STRICT_TRANSPORT = 'max-age=31536000';

/** Browsers ignore the header on http, so it is not sent there. */
export function isHttps(publicUrl: string): boolean {
  return new URL(publicUrl).protocol === 'https:';
}
