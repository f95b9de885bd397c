// Groups the tags of the operations in the OpenAPI document.

interface Group {
  name: string;
  title: string;
  tags: Record<string, { title: string; description: string }>;
}

/**
 * The two groups of API users, partners and hotel systems, with the tags of each group. People see the titles, and
 * programs see the names.
 */
const GROUPS: Group[] = [
  {
    name: 'Partners',
    title: 'For partners',
    tags: {
      Service: {
        title: 'Service',
        description: 'State of the service, and this document. No credentials are needed.',
      },
      Catalogue: {
        title: 'Hotels and search',
        description: 'Search, and the hotels, room types and cancellation policies of your contract.',
      },
      Pricing: { title: 'Rates', description: 'Rate plans and the price of a stay.' },
      Inventory: { title: 'Availability', description: 'Rooms and restrictions, night by night.' },
      Reservation: { title: 'Bookings', description: 'Requests to prebook, book, read, modify and cancel.' },
      Events: {
        title: 'Events and webhooks',
        description:
          'Changes of your bookings and hotels. You can read them, or we send them to your webhooks.',
      },
      Sandbox: { title: 'Sandbox', description: 'Test credentials and test data. Not in production.' },
    },
  },
  {
    name: 'Hotel systems',
    title: 'For hotel systems',
    tags: {
      'Supply catalogue': {
        title: 'Hotels and products',
        description: 'Your hotels with their room types and rate plans, which you map to your system.',
      },
      'Supply rates and rooms': {
        title: 'Rooms and prices',
        description: 'Requests to push and read rooms, restrictions and prices.',
      },
      'Supply reservations': {
        title: 'Reservations',
        description:
          'Requests to read reservations as numbered events, and to report arrivals, departures and no-shows.',
      },
      'Supply sandbox': {
        title: 'Sandbox',
        description:
          'Tools for your private hotel: the page that its staff use, and moving a booking into the past. Not in production.',
      },
    },
  },
];

interface Tagged {
  tags?: string[];
}

/**
 * Describes the tags of the operations, and puts the tags into groups. Most programs that show OpenAPI documents
 * support `x-tagGroups`.
 */
export function tagsOf(paths: object | undefined) {
  const operations = Object.values(paths ?? {}).flatMap((path) => Object.values(path as object) as Tagged[]);
  const used = new Set(operations.flatMap(({ tags }) => tags ?? []));
  const groups = GROUPS.map(({ name, title, tags }) => ({
    name,
    'x-title': title,
    tags: Object.keys(tags).filter((tag) => used.has(tag)),
  }));
  return {
    tags: GROUPS.flatMap(({ tags }) =>
      Object.entries(tags)
        .filter(([name]) => used.has(name))
        .map(([name, { title, description }]) => ({ name, 'x-title': title, description })),
    ),
    'x-tagGroups': groups.filter(({ tags }) => tags.length > 0),
  };
}
