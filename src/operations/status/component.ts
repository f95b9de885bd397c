/** The components of the service, in the order of the status page. */
export const COMPONENTS = ['SEARCH', 'BOOKINGS', 'EVENTS', 'HOTEL_SYSTEMS', 'PAGES'] as const;
export type Component = (typeof COMPONENTS)[number];

/** Maps route patterns to components. The site, the health check and the sandbox belong to no component. */
const ROUTES: [RegExp, Component][] = [
  [/^\/v1\/(hotels|room-types|rates|availability|cancellation-policies|search|price-check)(\/|$)/, 'SEARCH'],
  [/^\/v1\/(bookings|prebook)(\/|$)/, 'BOOKINGS'],
  [/^\/v1\/(events|webhooks)(\/|$)/, 'EVENTS'],
  [/^\/supply\/v1\/(?!sandbox\/)/, 'HOTEL_SYSTEMS'],
  [/^\/(vouchers|front-desk|hotel)(\/|$)/, 'PAGES'],
];

export function componentOf(route: string): Component | null {
  return ROUTES.find(([pattern]) => pattern.test(route))?.[1] ?? null;
}
