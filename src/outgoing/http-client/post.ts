// Sends JSON to addresses that partners chose, with limits on time and size.

import http from 'node:http';
import https from 'node:https';
import { textOfError } from './error-text.ts';
import { checkedLookup, type Resolve, resolveHere, resolvePublic } from './resolve.ts';
import { checkUrl } from './url-rules.ts';

/** The total time for name lookup, connection, TLS, request and response. */
const DEADLINE_MILLISECONDS = 5_000;
const RESPONSE_LIMIT_BYTES = 64 * 1024;
/** An idle connection stays open for this time. At most IDLE_CONNECTIONS idle connections stay open per receiver. */
const IDLE_MILLISECONDS = 4_000;
const IDLE_CONNECTIONS = 2;
/**
 * If an address does not accept a connection in this time, Node tries the next address of the name. Node's default is
 * 250 ms, but many receivers in Iraq need more time to accept a connection.
 */
const NEXT_ADDRESS_MILLISECONDS = 1_500;

/** `error` is a text for the engineer who operates the receiver. The text contains no address of our network. */
export type PostResult =
  | { ok: true; status: number; milliseconds: number }
  | { ok: false; status: number | null; milliseconds: number; error: string };

export type Post = (url: string, body: string, headers: Record<string, string>) => Promise<PostResult>;

export interface PostOptions {
  /** If true, the service may also send to addresses that are not public, and may use plain http to this machine. */
  allowPrivate: boolean;
  userAgent: string;
  /** Replaced in tests. */
  resolve?: Resolve;
  /** Additional certificate authorities, in tests. */
  ca?: string[];
  deadlineMilliseconds?: number;
}

/** Sends JSON to an address that a partner has chosen. */
export class Outbound {
  private readonly plain: http.Agent;
  private readonly secure: https.Agent;
  private readonly deadlineMilliseconds: number;

  constructor(private readonly options: PostOptions) {
    const { allowPrivate, ca } = options;
    this.deadlineMilliseconds = options.deadlineMilliseconds ?? DEADLINE_MILLISECONDS;
    // The agents do not limit the number of connections. With a limit, requests to a receiver would wait for earlier
    // requests to which the receiver does not respond. The callers limit how many requests run at the same time.
    const agent = {
      keepAlive: true,
      maxFreeSockets: IDLE_CONNECTIONS,
      timeout: IDLE_MILLISECONDS,
      lookup: checkedLookup(options.resolve ?? (allowPrivate ? resolveHere : resolvePublic), allowPrivate),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MILLISECONDS,
    };
    this.plain = new http.Agent(agent);
    this.secure = new https.Agent({
      ...agent,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      ...(ca !== undefined && { ca }),
    });
  }

  get allowPrivate(): boolean {
    return this.options.allowPrivate;
  }

  post: Post = async (text, body, headers) => {
    const startedAt = performance.now();
    const { url, problem } = checkUrl(text, this.options.allowPrivate);
    const result = problem === null ? await this.send(url, body, headers) : failure(null, `url: ${problem}`);
    return { ...result, milliseconds: Math.round(performance.now() - startedAt) };
  };

  /** Closes the idle connections. */
  close(): void {
    this.plain.destroy();
    this.secure.destroy();
  }

  private send(url: URL, body: string, headers: Record<string, string>): Promise<Sent> {
    const deadline = AbortSignal.timeout(this.deadlineMilliseconds);
    const request = { ...headers, 'content-type': 'application/json', 'user-agent': this.options.userAgent };
    return new Promise((resolve) => {
      const attempt = (isSecond: boolean) =>
        this.once(url, body, request, deadline, (sent, mayRepeat) => {
          if (mayRepeat && !isSecond && !deadline.aborted) attempt(true);
          else if (deadline.aborted && !sent.ok)
            resolve(failure(null, `no complete response within ${this.deadlineMilliseconds / 1_000} s`));
          else resolve(sent);
        });
      attempt(false);
    });
  }

  /**
   * Sends the request and calls `done` exactly once. `mayRepeat` is true if the receiver closed a reused connection and
   * sent no response.
   */
  private once(
    url: URL,
    body: string,
    headers: Record<string, string>,
    deadline: AbortSignal,
    done: (sent: Sent, mayRepeat: boolean) => void,
  ): void {
    let isDone = false;
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      agent: url.protocol === 'https:' ? this.secure : this.plain,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    });
    const end = (sent: Sent, mayRepeat = false) => {
      if (isDone) return;
      isDone = true;
      deadline.removeEventListener('abort', abort);
      done(sent, mayRepeat);
    };
    const abort = () => {
      request.destroy();
      end(failure(null, 'aborted'));
    };
    deadline.addEventListener('abort', abort);
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isClosed = error.code === 'ECONNRESET' || error.code === 'EPIPE';
      end(failure(null, textOfError(error)), request.reusedSocket && isClosed);
    });
    let hasResponse = false;
    // Some requests end without a response and without an error, for example when the receiver switches to another
    // protocol.
    request.on('close', () => {
      if (!hasResponse) end(failure(null, 'the connection was closed without a response'));
    });
    request.on('response', (response) => {
      hasResponse = true;
      readResponse(request, response, end);
    });
    request.end(body);
  }
}

type Sent = { ok: true; status: number } | { ok: false; status: number | null; error: string };

function failure(status: number | null, error: string): Sent & { ok: false } {
  return { ok: false, status, error };
}

/** Reads the whole response, up to the limit, so that the connection can be used again. */
function readResponse(
  request: http.ClientRequest,
  response: http.IncomingMessage,
  end: (sent: Sent) => void,
): void {
  const status = response.statusCode ?? 0;
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= RESPONSE_LIMIT_BYTES) return;
    end(judge(status));
    request.destroy();
  });
  response.on('end', () => end(judge(status)));
  response.on('error', () =>
    end(failure(status, 'the connection was closed before the response was complete')),
  );
  response.on('close', () =>
    end(failure(status, 'the connection was closed before the response was complete')),
  );
}

function judge(status: number): Sent {
  if (status >= 200 && status < 300) return { ok: true, status };
  if (status >= 300 && status < 400) return failure(status, `HTTP ${status}: redirects are not followed`);
  return failure(status, `HTTP ${status}`);
}
