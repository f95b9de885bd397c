/** Matches the pages of addresses.ts by the first part of the path. A test compares the pattern with that list. */
const PAGE =
  /^\/(?:(?:console|reference|guides|errors|changelog|status|test-scenarios|go-live|glossary|support)(?:\/[^/]+)?)?$/;

/**
 * Whether the site can show the target of a link without a reload. The browser loads other addresses, for example of
 * the API.
 */
export function isPage(href: string): boolean {
  return PAGE.test(href.split(/[?#]/)[0]!);
}
