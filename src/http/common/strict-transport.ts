/** With this value, a browser uses https for this host for a year, even if the user types an http address. */
export const STRICT_TRANSPORT = 'max-age=31536000';

/**
 * Browsers ignore Strict-Transport-Security in responses over http, so a service with an http address does not send
 * this header.
 */
export function isHttps(publicUrl: string): boolean {
  return new URL(publicUrl).protocol === 'https:';
}
