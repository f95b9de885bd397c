// The port for `/metrics`, `/livez` and `/readyz`.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartRefused } from '../../kernel/start-refused.ts';
import { type Check, isReady, textOf } from './checks.ts';

const TEXT = 'text/plain; charset=utf-8';
/** A client must send its whole request within this time after the request has begun. */
const REQUEST_MILLISECONDS = 5_000;
/** Scrapers and probes need few connections, and more connections would slow down the service. */
const MOST_CONNECTIONS = 50;
/**
 * The metrics are written at most once in this interval, because writing them takes milliseconds during which the
 * process does nothing else.
 */
const EVERY_MILLISECONDS = 100;

/**
 * The functions that create the responses of the server. When the service has started, these functions are replaced.
 */
export interface Shown {
  /** Returns the metrics in the text format of Prometheus. */
  metrics: () => Promise<string>;
  checks: () => Promise<Check[]>;
}

export interface MetricsServerOptions {
  host: string;
  port: number;
  contentType: string;
  shown: Shown;
  onError: (error: Error) => void;
}

/**
 * A separate server for operators. Partners cannot reach this server. It already responds while the service starts, and
 * still responds while the service stops.
 */
export class MetricsServer {
  private readonly options: MetricsServerOptions;
  private readonly server: Server;
  private shown: Shown;
  private writing: Promise<unknown> = Promise.resolve();
  private next: Promise<string> | null = null;

  constructor(options: MetricsServerOptions) {
    this.options = options;
    this.shown = options.shown;
    this.server = createServer({ requestTimeout: REQUEST_MILLISECONDS }, (request, response) => {
      this.respond(request, response).catch((error: Error) => {
        this.options.onError(error);
        send(response, 500, 'the metrics could not be read; the log has the reason\n');
      });
    });
    this.server.maxConnections = MOST_CONNECTIONS;
  }

  /**
   * Opens the port and returns the address. If the port cannot be opened, the promise is rejected with an error whose
   * message is one clear line.
   */
  async listen(): Promise<string> {
    const { host, port } = this.options;
    await new Promise<void>((resolve, reject) => {
      // Never remove this listener. Without this listener, a later error of the server, such as too many open files,
      // would end the process.
      this.server.on('error', (error: NodeJS.ErrnoException) => {
        if (this.server.listening) this.options.onError(error);
        else reject(refused(host, port, error));
      });
      this.server.listen(port, host, resolve);
    });
    const { port: chosen } = this.server.address() as AddressInfo;
    return `http://${host.includes(':') ? `[${host}]` : host}:${chosen}`;
  }

  show(shown: Shown): void {
    this.shown = shown;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    // Close all connections at once, because a scraper never closes its connection itself.
    this.server.closeAllConnections();
    await closed;
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?')[0]!;
    if (!['/metrics', '/livez', '/readyz'].includes(path))
      return send(response, 404, 'not found; there are /metrics, /livez and /readyz\n');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return send(response, 405, 'only GET is allowed\n');
    }
    if (path === '/livez') return send(response, 200, 'ok: process: running\n');
    if (path === '/metrics') return send(response, 200, await this.metrics(), this.options.contentType);
    const checks = await this.shown.checks();
    send(response, isReady(checks) ? 200 : 503, textOf(checks));
  }

  /**
   * Returns the text of the metrics. Requests that arrive while a text is being written wait, and then share the next
   * text. The next text is written after these requests arrived, so no request receives old metrics.
   */
  private metrics(): Promise<string> {
    this.next ??= this.writing.then(() => {
      this.next = null;
      const text = this.shown.metrics();
      this.writing = Promise.allSettled([text, sleep(EVERY_MILLISECONDS, undefined, { ref: false })]);
      return text;
    });
    return this.next;
  }
}

function send(response: ServerResponse, status: number, text: string, type = TEXT): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  });
  response.end(text);
}

function refused(host: string, port: number, error: NodeJS.ErrnoException): StartRefused {
  if (error.code === 'EADDRINUSE')
    return new StartRefused(
      `port ${port} on ${host} is already in use: set IHC_METRICS_PORT to another port`,
    );
  return new StartRefused(
    `cannot listen on IHC_METRICS_HOST ${host}, IHC_METRICS_PORT ${port} (${error.code})`,
  );
}
