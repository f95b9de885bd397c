// The schema of the response of GET /status.

import { Type } from 'typebox';
import { COMPONENTS } from '../../operations/status/component.ts';
import { HISTORY_DAYS, INCIDENTS_LIMIT } from '../../operations/status/history.ts';
import { DateText, Instant, itemResponse, Nullable, withExample } from './wire.ts';

const MEANING =
  '`OPERATIONAL`: the component works. `DEGRADED`: some requests fail, or data is late. `DOWN`: more than half of the checks or requests fail.';

const ComponentName = Type.Enum([...COMPONENTS], {
  type: 'string',
  description:
    '`SEARCH`: hotels, search, rates and availability. `BOOKINGS`: prebook and bookings. `EVENTS`: events and webhooks. `HOTEL_SYSTEMS`: the API under `/supply/v1`. `PAGES`: vouchers and the hotel page.',
});
const CurrentStatus = (description: string) =>
  Type.Enum(['OPERATIONAL', 'DEGRADED', 'DOWN'], { type: 'string', description });
const Percent = (description: string) => Nullable(Type.Number({ minimum: 0, maximum: 100, description }));

const Day = Type.Object({
  date: DateText('Date in Baghdad'),
  status: Type.Enum(['OPERATIONAL', 'DEGRADED', 'DOWN', 'NO_DATA'], {
    type: 'string',
    description:
      '`DOWN`: the component was down for more than 2 minutes. `DEGRADED`: it was down or degraded for more than 2 minutes. `NO_DATA`: less than half of the day has data, and this data shows no problem of more than 2 minutes.',
  }),
  uptime_percent: Percent(
    'Uptime: the percentage of the minutes with data in which the component was not down; null if there is no data',
  ),
  minutes: Type.Integer({
    minimum: 0,
    maximum: 1_440,
    description: 'Number of minutes of the day that have passed',
  }),
  minutes_with_data: Type.Integer({
    minimum: 0,
    maximum: 1_440,
    description: 'Number of minutes in which at least one process has reported',
  }),
  minutes_degraded: Type.Integer({
    minimum: 0,
    maximum: 1_440,
    description: 'Number of minutes in which the component was degraded',
  }),
  minutes_down: Type.Integer({
    minimum: 0,
    maximum: 1_440,
    description: 'Number of minutes in which the component was down',
  }),
});

const ComponentStatus = Type.Object({
  component: ComponentName,
  status: CurrentStatus(`Current status. ${MEANING}`),
  latency_p99_ms: Nullable(
    Type.Number({
      minimum: 0,
      description:
        '99 % of the requests of the last 5 minutes took at most this many milliseconds inside the service. Measured only for `SEARCH`; null if there were no requests.',
    }),
  ),
  uptime_percent: Percent(
    'Uptime over all days: the percentage of the minutes with data in which the component was not down; null if there is no data',
  ),
  minutes_with_data: Type.Integer({
    minimum: 0,
    description: 'Number of minutes over all days in which at least one process has reported',
  }),
  days: Type.Array(Day, {
    maxItems: HISTORY_DAYS,
    description: `The last ${HISTORY_DAYS} days, the oldest first. Empty while the history cannot be read.`,
  }),
});

const IncidentView = Type.Object({
  components: Type.Array(ComponentName, { description: 'The components that the incident affected' }),
  status: Type.Enum(['DEGRADED', 'DOWN', 'NO_DATA'], {
    type: 'string',
    description:
      'The worst status during the incident. `NO_DATA`: no process has reported, because of an outage or maintenance.',
  }),
  started_at: Instant('The first minute of the incident'),
  ended_at: Nullable(Instant('When the incident ended; null while the incident lasts')),
  minutes: Type.Integer({ minimum: 0, description: 'How many minutes the incident has lasted' }),
});

const StatusView = Type.Object({
  status: CurrentStatus(
    'Current status of the whole service: `DOWN` if all components are down, `DEGRADED` if at least one component is not operational',
  ),
  checked_at: Instant('Current time'),
  history_until: Nullable(
    Instant('The history contains the minutes before this time; null while the history cannot be read'),
  ),
  components: Type.Array(ComponentStatus, { description: 'The components, always in this order' }),
  incidents: Type.Array(IncidentView, {
    maxItems: INCIDENTS_LIMIT,
    description: `Incidents of more than 2 minutes in the last ${HISTORY_DAYS} days, the newest first; at most ${INCIDENTS_LIMIT}`,
  }),
});

const EXAMPLE = {
  success: true,
  data: {
    status: 'OPERATIONAL',
    checked_at: '2026-11-17T09:00:20.000Z',
    history_until: '2026-11-17T09:00:00.000Z',
    components: COMPONENTS.map((component) => ({
      component,
      status: 'OPERATIONAL',
      latency_p99_ms: component === 'SEARCH' ? 5 : null,
      uptime_percent: 99.93,
      minutes_with_data: 7_200,
      days: [
        {
          date: '2026-11-17',
          status: 'DOWN',
          uptime_percent: 99.3,
          ...{ minutes: 720, minutes_with_data: 720, minutes_degraded: 0, minutes_down: 5 },
        },
      ],
    })),
    incidents: [
      {
        components: [...COMPONENTS],
        status: 'DOWN',
        started_at: '2026-11-17T02:10:00.000Z',
        ended_at: '2026-11-17T02:15:00.000Z',
        minutes: 5,
      },
    ],
  },
};

export const statusSchema = {
  operationId: 'getStatus',
  tags: ['Service'],
  summary: 'Status and history',
  description:
    'Returns the current status of each component, its history of the last 90 days, and recent incidents. The request needs no credentials. The service measures itself from inside, so the status does not show problems of the network between you and the service. If no process has reported in a minute, this minute has no data and does not count as uptime. The response may be up to 10 seconds old.',
  security: [],
  response: withExample(itemResponse(StatusView), EXAMPLE),
};
