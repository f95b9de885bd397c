import { pluralIn } from '../../i18n/plural.ts';

const plural = pluralIn('en');
const minutes = (count: number) => plural(count, { one: '# minute', other: '# minutes' });
const hours = (count: number) => plural(count, { one: '# hour', other: '# hours' });

/** Words of the status page. */
export const statusEn = {
  sentence: {
    OPERATIONAL: 'All systems operational',
    DEGRADED: 'Some systems have problems',
    DOWN: 'The service is down',
    CHECKING: 'Checking…',
    UNREACHABLE: 'The service does not respond',
  },
  /** The last line below the sentence. */
  updated: (when: string) => `Updated ${when}, Baghdad time`,
  lastKnown: (when: string) => `You see the status of ${when}, Baghdad time`,
  tryingAgain: 'This page tries again every 30 seconds.',
  historyMissing: 'The history cannot be read at the moment.',
  state: {
    OPERATIONAL: 'Operational',
    DEGRADED: 'Degraded',
    DOWN: 'Down',
    NO_DATA: 'No data',
    UNKNOWN: 'Unknown',
  },
  component: {
    SEARCH: 'Search and prices',
    BOOKINGS: 'Bookings',
    EVENTS: 'Events and webhooks',
    HOTEL_SYSTEMS: 'API for hotel systems',
    PAGES: 'Vouchers and hotel page',
  },
  componentNote: {
    SEARCH: 'Hotels, search, rates, availability, price check',
    BOOKINGS: 'Prebook, book, read, modify, cancel',
    EVENTS: 'Reading events, delivery to your webhooks',
    HOTEL_SYSTEMS: 'Rooms, prices and reservations under /supply/v1',
    PAGES: 'Pages that guests and hotels open',
  },
  components: 'Components',
  latency: (milliseconds: number) => `99 % of requests within ${milliseconds} ms`,
  uptime: (percent: string) => `${percent} % uptime in the minutes with data`,
  noUptime: 'No data yet',
  daysAgo: (days: number) => plural(days, { one: '# day ago', other: '# days ago' }),
  today: 'Today',
  chart: (component: string) => `${component}: the last 90 days, day by day`,
  dayUptime: (percent: string) => `${percent} % uptime`,
  dayDown: (count: number) => `down for ${minutes(count)}`,
  dayDegraded: (count: number) => `degraded for ${minutes(count)}`,
  dayWithoutData: (count: number) => `no data for ${minutes(count)}`,
  legend: 'Legend',
  partlyKnown: 'Partly without data',
  asTable: 'Show as a table',
  column: {
    date: 'Date',
    state: 'Status',
    uptime: 'Uptime',
    degraded: 'Minutes degraded',
    down: 'Minutes down',
    withData: 'Minutes with data',
  },
  incidents: 'Incidents',
  incidentsNote: 'Incidents of more than 2 minutes, in the last 90 days. Times are in Baghdad.',
  noIncidents: 'No incidents in the last 90 days.',
  incidentState: {
    DEGRADED: 'Degraded',
    DOWN: 'Down',
    NO_DATA: 'No data',
  },
  allComponents: 'All components',
  ongoing: 'now',
  duration: (count: number) =>
    count < 60
      ? minutes(count)
      : count % 60 === 0
        ? hours(count / 60)
        : `${hours(Math.floor(count / 60))} ${minutes(count % 60)}`,
  measuredTitle: 'How this is measured',
  measured: [
    'Every minute, the service checks whether the database and the booking engine respond, and how many requests fail because of a fault on our side. Requests that fail because of a mistake of the sender do not count.',
    'The service measures from inside. So this page cannot show problems of the network between you and us.',
    'If the service reports nothing in a minute, the minute has no data. The reason is an outage or maintenance. Such a minute does not count as uptime.',
    'Uptime is the share of minutes in which a component was not down. Only minutes with data are counted. Degraded minutes count as up.',
  ],
  asJson: 'The same as JSON',
  askSupport: 'Contact support',
};

export type StatusWords = typeof statusEn;
