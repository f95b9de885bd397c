/**
 * Matches a path if its first part is the first part of a page in addresses.ts. A test compares this pattern with that
 * list.
 */
const PAGE =
  /^\/(?:(?:console|reference|guides|errors|changelog|status|test-scenarios|go-live|glossary|support)(?:\/[^/]+)?)?$/;

/**
 * Whether the site can show the target of a link without a reload. All other addresses, such as those of the API, need
 * a full page load.
 */
export function isPage(href: string): boolean {
  return PAGE.test(href.split(/[?#]/)[0]!);
}
