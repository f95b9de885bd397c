/** The guides in the order of the menu, grouped by reader. */
export const GUIDES = {
  partners: [
    'quick-start',
    'lifecycle',
    'idempotency',
    'price-changes',
    'cancellations',
    'events',
    'webhooks',
    'verifying-webhooks',
    'errors',
    'rate-limits',
    'going-live',
  ],
  hotels: ['hotels-quick-start', 'pushing-rooms-and-prices', 'reservations', 'hotel-page'],
} as const;

/** Guides that are now separate pages. Programs and mails still contain links to their old addresses. */
export const MOVED_GUIDES: Record<string, string> = { 'sandbox-scenarios': '/test-scenarios' };

export const GUIDE_ORDER: string[] = [...GUIDES.partners, ...GUIDES.hotels];
