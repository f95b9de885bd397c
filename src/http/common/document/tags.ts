// Groups of operations in the OpenAPI document.

interface Group {
  name: string;
  title: string;
  tags: Record<string, { title: string; description: string }>;
}

/** The two audiences of the API, and what each tag of their operations contains. Titles are for people. */
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
        description: 'Hotels, room types and cancellation policies of your contract, and search.',
      },
      Pricing: { title: 'Rates', description: 'Rate plans and the price of a stay.' },
      Inventory: { title: 'Availability', description: 'Rooms and restrictions, night by night.' },
      Reservation: { title: 'Bookings', description: 'Prebook, book, read, modify and cancel.' },
      Events: {
        title: 'Events and webhooks',
        description: 'What has changed in your bookings and hotels, to read or sent to your webhooks.',
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
        description: 'Your hotels, with their room types and rate plans, for mapping.',
      },
      'Supply rates and rooms': {
        title: 'Rooms and prices',
        description: 'Push and read rooms, restrictions and prices.',
      },
      'Supply reservations': {
        title: 'Reservations',
        description: 'Read reservations as numbered events, and report arrivals, departures and no-shows.',
      },
      'Supply sandbox': {
        title: 'Sandbox',
        description: 'The page that the staff of your private hotel use. Not in production.',
      },
    },
  },
];

interface Tagged {
  tags?: string[];
}

/**
 * Describes and groups the tags that the operations have. Most programs that show OpenAPI documents support
 * `x-tagGroups`.
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
