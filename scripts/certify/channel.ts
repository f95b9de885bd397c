import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Both APIs of a sandbox hotel. With the API for hotel systems, the examination only reads data and moves bookings into
 * the past. The system under test does the rest.
 */
export interface Channel {
  hotelId: string;
  get: (path: string) => Promise<ChannelResponse>;
  post: (path: string, body: object) => Promise<ChannelResponse>;
  getSupply: (path: string) => Promise<ChannelResponse>;
  postSandbox: (path: string, body: object) => Promise<ChannelResponse>;
}

export interface ChannelResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a response of the service, as it is.
  body: any;
}

export interface Access {
  clientId: string;
  apiKey: string;
}

/** Thrown when the examination cannot begin or continue. The message is for the person who runs it. */
export class CannotExamine extends Error {}

const ATTEMPTS = 20;

export async function openChannel(
  origin: string,
  partner: Access,
  supplier: Access,
  hotel: string | undefined,
): Promise<Channel> {
  const ask = (access: Access, method: 'GET' | 'POST', path: string, body?: object) =>
    request(origin, access, method, path, body);
  const health = await ask(partner, 'GET', '/v1/health');
  if (health.body.environment === undefined)
    throw new CannotExamine(`${origin} is not the address of the API: give it without a path`);
  if (health.body.environment !== 'sandbox')
    throw new CannotExamine(`${origin} is not a sandbox: the certification makes bookings`);
  const hotels = await ask(supplier, 'GET', '/supply/v1/hotels');
  if (hotels.status !== 200) throw new CannotExamine(`the supply key: ${messageOf(hotels)}`);
  const own: { id: string; public_id: string }[] = hotels.body.data;
  const found = own.filter(({ id, public_id }) => hotel === undefined || hotel === id || hotel === public_id);
  if (found.length !== 1)
    throw new CannotExamine(
      `the supply key is for ${own.map((one) => one.public_id).join(', ')}: use --hotel`,
    );
  const hotelId = found[0]!.public_id;
  const seen = await ask(partner, 'GET', `/v1/hotels/${hotelId}`);
  if (seen.status !== 200) throw new CannotExamine(`the partner key: ${messageOf(seen)}`);
  return {
    hotelId,
    get: (path) => ask(partner, 'GET', `/v1${path}`),
    post: (path, body) => ask(partner, 'POST', `/v1${path}`, body),
    getSupply: (path) => ask(supplier, 'GET', `/supply/v1${path}`),
    postSandbox: (path, body) => ask(supplier, 'POST', `/supply/v1/sandbox${path}`, body),
  };
}

/** Returns the data of a successful response. Throws an error for any other response. */
export function dataOf(response: ChannelResponse): ChannelResponse['body'] {
  if (response.status !== 200) throw new CannotExamine(`the examination ends here: ${messageOf(response)}`);
  return response.body.data;
}

export function messageOf({ status, body }: ChannelResponse): string {
  return `${status} ${body?.error?.code ?? ''}: ${body?.error?.message ?? 'no message'}`;
}

/** Sends a request. Waits and retries after 429 and 503. */
async function request(
  origin: string,
  { clientId, apiKey }: Access,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<ChannelResponse> {
  const headers = {
    ...{ 'x-client-id': clientId, 'x-api-key': apiKey, 'content-type': 'application/json' },
    // With this header, the requests do not count against the rate limit of the hotel system.
    'x-examiner': 'certify',
  };
  // The key ensures that a retry does not book twice.
  const key = method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {};
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(origin + path, {
      method,
      headers: { ...headers, ...key },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((failure: Error) => {
      throw new CannotExamine(`${origin} does not respond: ${failure.message}`);
    });
    const isBusy = response.status === 429 || response.status === 503;
    if (!isBusy || attempt === ATTEMPTS) {
      const text = await response.text();
      return { status: response.status, body: parsed(text, `${method} ${origin}${path}`) };
    }
    await response.body?.cancel();
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1000);
  }
}

function parsed(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CannotExamine(`${what}: the response is not JSON. Is this the address of the API?`);
  }
}
