import { get, type IncomingMessage } from 'node:http';
import type { LiveBooking, LiveEnd } from '../../src/http/hotel-page/hotel-api.ts';
import type { PageUser } from './hotel-page.ts';
import type { TestService } from './service.ts';

export interface StreamMessage {
  event: string;
  id: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests read messages from outside, as the page does.
  data: any;
}

/** An open stream of a page, over a real connection. */
export interface OpenStream {
  status: number;
  headers: IncomingMessage['headers'];
  messages: StreamMessage[];
  bookings: () => LiveBooking[];
  /** Resolves with the reason when the stream has ended. */
  ended: Promise<LiveEnd['reason'] | null>;
  /** Waits until a message fulfils the condition `is`, and returns the message. */
  until: (is: (message: StreamMessage) => boolean) => Promise<StreamMessage>;
  close: () => void;
}

/** Lets a test service accept connections. Returns its port. */
export async function listen({ app }: TestService): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as { port: number }).port;
}

export function openStream(
  port: number,
  { cookie }: Pick<PageUser, 'cookie'>,
  query = '',
  headers: Record<string, string> = {},
): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    const request = get(
      {
        ...{ port, host: '127.0.0.1', path: `/hotel/api/events${query}`, agent: false },
        headers: { cookie, 'accept-encoding': 'gzip', ...headers },
      },
      (response) => resolve(readStream(response, () => request.destroy())),
    );
    request.on('error', reject);
  });
}

function readStream(response: IncomingMessage, close: () => void): OpenStream {
  const messages: StreamMessage[] = [];
  const waiting = new Set<() => void>();
  let rest = '';
  response.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n\n');
    rest = parts.pop()!;
    for (const part of parts) if (!part.startsWith(':')) messages.push(messageOf(part));
    for (const look of waiting) look();
  });
  response.on('error', () => {});
  const until: OpenStream['until'] = (is) =>
    new Promise((found) => {
      const look = () => {
        const message = messages.find(is);
        if (message === undefined) return;
        waiting.delete(look);
        found(message);
      };
      waiting.add(look);
      look();
    });
  return {
    status: response.statusCode!,
    headers: response.headers,
    messages,
    bookings: () => messages.filter(({ event }) => event === 'booking').map(({ data }) => data),
    ended: new Promise((done) =>
      response.once('close', () => done(messages.find(({ event }) => event === 'end')?.data.reason ?? null)),
    ),
    until,
    close,
  };
}

function messageOf(part: string): StreamMessage {
  const fields = new Map(
    part.split('\n').map((line) => {
      const at = line.indexOf(': ');
      return [line.slice(0, at), line.slice(at + 2)] as const;
    }),
  );
  return {
    event: fields.get('event') ?? 'message',
    id: fields.get('id') ?? null,
    data: JSON.parse(fields.get('data')!),
  };
}
