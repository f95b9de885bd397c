import { pino } from 'pino';
import { createPool } from '../../src/db/pool.ts';
import { Deliverer } from '../../src/delivery/deliverer.ts';
import type { Send } from '../../src/delivery/delivery.ts';

/**
 * A process that delivers, and nothing else. It says at which step it is. Its parent lets it go on or kills it. Each message
 * is a POST of JSON with the id of the message, as a webhook is.
 */
interface Given {
  databaseUrl: string;
  receiver: string;
  leaseMilliseconds: number;
  /** The step after which the process stops and waits to be killed: after claiming, or after sending before the mark. */
  hangs: 'claimed' | 'sent' | 'never';
  /** How many deliveries pass the step before. */
  after: number;
}

const given: Given = JSON.parse(process.argv[2]!);
const log = pino({ level: 'silent' });
const pool = createPool({ url: given.databaseUrl, size: 4, onError: (error) => log.warn(error.message) });
let passed = 0;

/** Says that the process is at the step, and stays there for ever. The process holds claims but sends nothing any more. */
function hang(): Promise<never> {
  process.stdout.write('hanging\n');
  return new Promise(() => {});
}

const send: Send = async ({ destination, bookingId, eventNumber, messageId, attempts }) => {
  passed += 1;
  const hangs = given.hangs !== 'never' && passed > given.after;
  if (hangs && given.hangs === 'claimed') return hang();
  const body = JSON.stringify({ destination, bookingId, eventNumber, attempts });
  const headers = { 'content-type': 'application/json', 'webhook-id': messageId };
  const response = await fetch(given.receiver, { method: 'POST', headers, body });
  await response.arrayBuffer();
  if (hangs) return hang();
  return response.ok ? { kind: 'delivered' } : { kind: 'failed', error: `status ${response.status}` };
};

const deliverer = new Deliverer({
  pool,
  senders: { WEBHOOK: send, HOTEL_EMAIL: null, HOTEL_MESSAGE: null, OPERATOR_EMAIL: null },
  clockShift: () => 0,
  onError: (error) => log.warn(error.message),
  leaseMilliseconds: { WEBHOOK: given.leaseMilliseconds },
  pollMilliseconds: 50,
  gatherMilliseconds: 5,
});
deliverer.start();
process.stdout.write('ready\n');
process.on('SIGTERM', async () => {
  await deliverer.stop();
  await pool.end();
  process.exit(0);
});
