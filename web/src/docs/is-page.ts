/** Matches the pages of addresses.ts by the first part of the path. A test compares the two. */
const PAGE =
  /^\/(?:(?:console|reference|guides|errors|changelog|status|test-scenarios|go-live|glossary|support)(?:\/[^/]+)?)?$/;

/** Whether a link leads to a page of this site. Other addresses, for example of the API, are loaded by the browser. */
export function isPage(href: string): boolean {
  return PAGE.test(href.split(/[?#]/)[0]!);
}
