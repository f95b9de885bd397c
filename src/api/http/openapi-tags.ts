/** The two audiences of the API, and what each tag of their operations contains. */
const GROUPS: { name: string; tags: Record<string, string> }[] = [
  {
    name: 'Partners',
    tags: {
      Service: 'State of the service, and this document. No credentials are needed.',
      Catalogue: 'Hotels, room types and cancellation policies of your contract, and search.',
      Pricing: 'Rate plans and the price of a stay.',
      Inventory: 'Rooms and restrictions, night by night.',
      Reservation: 'Prebook, book, read, modify and cancel.',
      Events: 'What has changed in your bookings and hotels, to read or sent to your webhooks.',
      Sandbox: 'Test credentials and test data. Not in production.',
    },
  },
  {
    name: 'Hotel systems',
    tags: {
      'Supply catalogue': 'Your hotels, with their room types and rate plans, for mapping.',
      'Supply rates and rooms': 'Push and read rooms, restrictions and prices.',
      'Supply reservations':
        'Read reservations as numbered events, and report arrivals, departures and no-shows.',
      'Supply sandbox': 'The page that the staff of your private hotel use. Not in production.',
    },
  },
];

interface Tagged {
  tags?: string[];
}

/** The tags that operations of the document have, described and grouped. `x-tagGroups` is known to most readers. */
export function tagsOf(paths: object | undefined) {
  const operations = Object.values(paths ?? {}).flatMap((path) => Object.values(path as object) as Tagged[]);
  const used = new Set(operations.flatMap(({ tags }) => tags ?? []));
  const groups = GROUPS.map(({ name, tags }) => ({
    name,
    tags: Object.keys(tags).filter((tag) => used.has(tag)),
  }));
  return {
    tags: GROUPS.flatMap(({ tags }) =>
      Object.entries(tags)
        .filter(([name]) => used.has(name))
        .map(([name, description]) => ({ name, description })),
    ),
    'x-tagGroups': groups.filter(({ tags }) => tags.length > 0),
  };
}
