/** Metrics as promtool writes them, with one value per 15 seconds, and the time at which the test checks the alert. */
export interface Scenario {
  series: Record<string, string>;
  at: string;
}

const node = (name: string, labels = '') => `${name}{job="ihc",instance="a"${labels && `,${labels}`}}`;
const worker = (name: string, labels = '') => node(name, `worker="0"${labels && `,${labels}`}`);
const always = (value: number) => `${value}+0x300`;
/** A counter that stays at zero and then counts once. */
const ONCE = '0+0x10 1+0x300';
const buckets = (name: string, rates: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(rates).map(([le, rate]) => [worker(`${name}_bucket`, `le="${le}"`), `0+${rate}x300`]),
  );
const REQUESTS = 'ihc_http_request_duration_seconds_count';
const booking = (status: number) => worker(REQUESTS, `method="POST",route="/v1/bookings",status="${status}"`);
const outcome = (name: string) => worker('ihc_desk_commands_total', `kind="book",outcome="${name}"`);

const attempts = (channel: string, result: string) =>
  worker('ihc_delivery_attempts_total', `channel="${channel}",result="${result}"`);

/** For each alert, values just beyond its limit. */
export const FIRING: Record<string, Scenario> = {
  IhcNodeDown: { at: '2m', series: { [node('up')]: always(0) } },
  IhcNotReady: { at: '3m', series: { [worker('ihc_ready')]: always(0) } },
  IhcWorkerMissing: {
    at: '3m',
    series: { [node('ihc_workers_answering')]: always(1), [node('ihc_workers_configured')]: always(2) },
  },
  IhcEventLoopSlow: {
    at: '15m',
    series: buckets('ihc_event_loop_delay_seconds', { '0.25': 98, '0.5': 100, '+Inf': 100 }),
  },
  IhcMemoryNearLimit: {
    at: '6m',
    series: {
      [worker('nodejs_heap_size_used_bytes')]: always(851),
      [worker('nodejs_heap_size_limit_bytes')]: always(1_000),
    },
  },
  IhcNoDesk: { at: '1m', series: { [worker('ihc_desk_is_desk')]: always(0) } },
  IhcBookingsHalted: { at: '1m', series: { [worker('ihc_desk_halted')]: always(1) } },
  IhcTwoDesks: {
    at: '2m',
    series: {
      [worker('ihc_desk_is_desk')]: always(1),
      'ihc_desk_is_desk{job="ihc",instance="b"}': always(1),
    },
  },
  IhcDeskUnreachable: { at: '2m', series: { [worker('ihc_desk_reachable')]: always(0) } },
  IhcFrequentTakeovers: { at: '15m', series: { [worker('ihc_desk_epoch')]: '5+0x20 6 7 8 9+0x300' } },
  IhcDeskQueueGrowing: { at: '2m', series: { [worker('ihc_desk_queue_commands')]: always(501) } },
  IhcDeskWaitLong: {
    at: '15m',
    series: buckets('ihc_desk_wait_seconds', { '1': 98, '2.5': 100, '+Inf': 100 }),
  },
  IhcCommitsSlow: {
    at: '15m',
    series: buckets('ihc_desk_commit_duration_seconds', { '0.5': 98, '1': 100, '+Inf': 100 }),
  },
  IhcOutcomeUnknown: { at: '4m', series: { [outcome('unknown')]: ONCE } },
  IhcBookingNotHonoured: { at: '4m', series: { [worker('ihc_not_honoured_bookings_total')]: ONCE } },
  IhcArrivalUnacknowledged: { at: '10m', series: { [worker('ihc_unacknowledged_arrivals')]: always(1) } },
  IhcServerErrors: { at: '15m', series: { [booking(200)]: '0+980x300', [booking(503)]: '0+20x300' } },
  IhcInternalErrors: {
    at: '4m',
    series: { [worker('ihc_http_internal_errors_total')]: always(0), [outcome('fault')]: ONCE },
  },
  IhcBookingsLimited: { at: '15m', series: { [booking(429)]: '0+2x300' } },
  IhcRedisAway: { at: '3m', series: { [worker('ihc_rate_limit_sharing', 'state="away"')]: always(1) } },
  IhcCertificateExpires: {
    at: '65m',
    series: { [worker('ihc_tls_certificate_expiry_timestamp_seconds')]: always(14 * 86_400 - 1) },
  },
  IhcCertificateRefused: { at: '4m', series: { [worker('ihc_tls_refused_reloads_total')]: ONCE } },
  IhcDeliveriesLate: {
    at: '2m',
    series: { [worker('ihc_delivery_oldest_due_seconds', 'channel="WEBHOOK"')]: always(301) },
  },
  IhcFrontDesksUnreached: {
    at: '20m',
    series: {
      [attempts('HOTEL_EMAIL', 'failed')]: '0+0x20 1 2 3 4 6+0x300',
      [attempts('HOTEL_EMAIL', 'delivered')]: always(7),
      [attempts('HOTEL_MESSAGE', 'delivered')]: '0+1x300',
    },
  },
  IhcDeliveryDead: { at: '4m', series: { [attempts('WEBHOOK', 'dead')]: ONCE } },
  IhcFeedLate: { at: '1m', series: { [worker('ihc_feed_age_seconds')]: always(5.1) } },
  IhcPoolExhausted: { at: '2m', series: { [worker('ihc_database_waiting', 'pool="main"')]: always(1) } },
  IhcHousekeepingStopped: {
    at: '25m',
    series: {
      [worker('ihc_housekeeping_last_success_timestamp_seconds')]: always(0),
      [worker('ihc_desk_is_desk')]: always(1),
    },
  },
};

/** A node that works, with values just inside the limits. */
export const QUIET: Scenario = {
  at: '70m',
  series: {
    [node('up')]: always(1),
    [worker('ihc_ready')]: always(0),
    [node('ihc_ready', 'worker="1"')]: always(1),
    [node('ihc_workers_answering')]: always(2),
    [node('ihc_workers_configured')]: always(2),
    ...buckets('ihc_event_loop_delay_seconds', { '0.25': 100, '0.5': 100, '+Inf': 100 }),
    [worker('nodejs_heap_size_used_bytes')]: always(850),
    [worker('nodejs_heap_size_limit_bytes')]: always(1_000),
    [worker('ihc_desk_is_desk')]: always(1),
    [node('ihc_desk_is_desk', 'worker="1"')]: always(0),
    [worker('ihc_desk_reachable')]: always(1),
    [worker('ihc_desk_epoch')]: '5+0x240 6 7 8+0x300',
    [worker('ihc_desk_queue_commands')]: always(500),
    ...buckets('ihc_desk_wait_seconds', { '1': 100, '2.5': 100, '+Inf': 100 }),
    ...buckets('ihc_desk_commit_duration_seconds', { '0.5': 100, '1': 100, '+Inf': 100 }),
    [outcome('unknown')]: always(1),
    [outcome('fault')]: always(1),
    [worker('ihc_not_honoured_bookings_total')]: always(1),
    [worker('ihc_unacknowledged_arrivals')]: always(0),
    [worker('ihc_http_internal_errors_total')]: always(1),
    [booking(200)]: '0+9900x300',
    [booking(503)]: '0+9x300',
    [booking(429)]: '0+1x300',
    [worker('ihc_rate_limit_sharing', 'state="away"')]: always(0),
    [worker('ihc_tls_certificate_expiry_timestamp_seconds')]: always(14 * 86_400 + 75 * 60),
    [worker('ihc_tls_refused_reloads_total')]: always(1),
    [worker('ihc_delivery_oldest_due_seconds', 'channel="WEBHOOK"')]: always(300),
    [attempts('WEBHOOK', 'failed')]: '0+1x300',
    [attempts('WEBHOOK', 'dead')]: always(1),
    [attempts('HOTEL_EMAIL', 'failed')]: '0+1x300',
    [attempts('HOTEL_EMAIL', 'delivered')]: '0+0x270 1+0x300',
    [attempts('HOTEL_MESSAGE', 'failed')]: '0+0x240 1 2 3 4+0x300',
    [attempts('HOTEL_MESSAGE', 'delivered')]: always(0),
    [worker('ihc_feed_age_seconds')]: always(5),
    [worker('ihc_database_waiting', 'pool="main"')]: always(0),
    [worker('ihc_housekeeping_last_success_timestamp_seconds')]: '0+15x300',
  },
};
