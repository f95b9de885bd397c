// The main program of the service. It serves requests in this process, or starts several worker processes.

import { createServer } from 'node:net';
import { type Logger, pino } from 'pino';
import { type Config, readConfig, requireHttps } from './boot/config.ts';
import { listen, portRefused } from './boot/listen.ts';
import { getOrCreateDemoKey, getOrCreateSecrets } from './boot/secrets.ts';
import type { ServiceOptions } from './boot/service-options.ts';
import { STOP_LIMIT_MILLISECONDS } from './boot/stop.ts';
import { Supervisor } from './boot/supervisor.ts';
import { openCertificate } from './boot/tls/served-certificate.ts';
import { readVersion } from './boot/version.ts';
import { type Membership, readMembership } from './boot/worker-messages.ts';
import { isHttps } from './http/common/strict-transport.ts';
import { ensureSite } from './http/site/build-site.ts';
import { StartRefused } from './kernel/start-refused.ts';
import type { NodeMetrics } from './operations/metrics/node-metrics.ts';
import { claimDataDirectory } from './platform/db/data-directory.ts';
import {
  DATABASE_NAME,
  type EmbeddedPostgres,
  ensureDatabase,
  startEmbeddedPostgres,
} from './platform/db/embedded-postgres.ts';
import { createPool } from './platform/db/pool.ts';
import { serverConditionOf } from './platform/db/server-condition.ts';
import type { Secrets } from './platform/secrets/accepted-secrets.ts';
import { DEMO_CLIENT_ID, ensureDemoClient } from './sandbox/demo-client.store.ts';

type Boot = typeof import('./boot/service.ts');

/** The part that accepts requests: the service in this process, or worker processes. */
interface Running {
  publicUrl: string;
  version: string;
  /** Lets running requests finish. Returns a list of the work that was abandoned. */
  close: (databaseGone: boolean) => Promise<string[]>;
}

/**
 * Called on SIGHUP. Without TLS, this function does nothing. The handler is still necessary, because SIGHUP ends a
 * process without a handler.
 */
let onHangUp: () => void = () => {};
process.on('SIGHUP', () => onHangUp());

/** Reads the settings, opens the database, starts the service, listens, and closes everything at the end. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  requireHttps(config);
  const log = pino({ level: config.logLevel });
  const membership = readMembership(process.env);
  if (membership !== null) return work(config, membership, log);
  const certificate = await openCertificate(config, config.workers > 1 ? pino({ level: 'silent' }) : log);
  if (config.tls !== null && !isHttps(config.publicUrl))
    log.warn(
      { address: config.publicUrl },
      'the service speaks TLS, but IHC_PUBLIC_URL does not begin with https',
    );
  await checkPortFree(config);
  const metrics = await openMetrics(config, log);
  buildSite(config);
  const needsFolder = config.databaseUrl === null || config.environment === 'sandbox';
  const claim = needsFolder ? claimDataDirectory(config.dataDirectory) : null;
  let server: EmbeddedPostgres | null = null;
  let running: Running | null = null;
  let supervisor: Supervisor | null = null;
  let isDatabaseGone = false;
  const close = async (): Promise<string[]> => {
    const abandoned = (await running?.close(isDatabaseGone)) ?? [];
    await server?.stop();
    claim?.release();
    await metrics?.close();
    return abandoned;
  };
  const giveUp = (reason: string): never => {
    log.error({ reason }, 'stopped immediately; requests in progress were abandoned');
    supervisor?.kill();
    server?.kill();
    claim?.release();
    process.exit(1);
  };
  // A signal that arrives during the start takes effect when the service is ready to listen. A second signal ends the
  // process at once.
  let stopAsked = false;
  const stopped = new Promise<void>((resolve) => {
    const ask = (signal: string) => {
      if (stopAsked) giveUp(`received a second ${signal}`);
      stopAsked = true;
      limitStop();
      resolve();
    };
    process.on('SIGINT', ask);
    process.on('SIGTERM', ask);
  });
  const limitStop = () => {
    const seconds = STOP_LIMIT_MILLISECONDS / 1000;
    setTimeout(() => giveUp(`shutdown did not finish within ${seconds} s`), STOP_LIMIT_MILLISECONDS).unref();
  };
  try {
    // The modules are imported here, so that they load while PostgreSQL starts.
    const loading = import('./boot/service.ts');
    if (config.databaseUrl === null) {
      server = await startEmbeddedPostgres(config.dataDirectory);
      await ensureDatabase(server, DATABASE_NAME);
    }
    const databaseUrl = config.databaseUrl ?? server!.urlOf(DATABASE_NAME);
    const secrets = getOrCreateSecrets(config);
    if (config.workers > 1)
      supervisor = new Supervisor({ config, certificate, environment: process.env, databaseUrl, log });
    onHangUp = () => (supervisor === null ? certificate?.readAgain(true) : supervisor.readCertificateAgain());
    if (supervisor !== null) metrics?.showWorkers(supervisor);
    running =
      supervisor === null
        ? await serve(
            await loading,
            { config, certificate, secrets, databaseUrl, log },
            metrics,
            () => stopAsked,
          )
        : await supervise(supervisor, config, secrets, databaseUrl);
    if (!stopAsked) {
      if (config.environment === 'sandbox') greet(running, getOrCreateDemoKey(config), config);
      else log.info({ address: running.publicUrl, host: config.host, port: config.port }, 'listening');
      const lost = server === null ? null : databaseLost(server);
      lost?.catch(() => {
        isDatabaseGone = true;
      });
      await (lost === null ? stopped : Promise.race([stopped, lost]));
      log.info('stopping: waiting for requests in progress');
    }
  } finally {
    if (!stopAsked) limitStop();
    reportAbandoned(log, await close());
  }
}

/** Serves requests in this process, which is the usual case. */
async function serve(
  { startService }: Boot,
  options: ServiceOptions,
  metrics: NodeMetrics | null,
  isStopAsked: () => boolean,
): Promise<Running> {
  const { config, secrets } = options;
  const service = await startService(options);
  const running = {
    get publicUrl() {
      return config.publicUrl;
    },
    version: service.context.version,
    close: (databaseGone: boolean) => service.close({ databaseGone }),
  };
  if (isStopAsked()) return running;
  try {
    await listen(service.app, config);
    if (config.environment === 'sandbox') {
      await ensureDemoClient(service.context.pool, getOrCreateDemoKey(config), secrets.keyPepper);
      await service.context.feed.catchUp();
    }
  } catch (error) {
    await service.close();
    throw error;
  }
  // The metrics show the service only from now on, because a node is ready only after it has begun to listen.
  if (service.report !== null) metrics?.showService(service.report);
  return running;
}

/**
 * Opens the port of the metrics and probes. This port opens first and closes last, so that the probes respond while the
 * node starts and stops.
 */
async function openMetrics(config: Config, log: Logger): Promise<NodeMetrics | null> {
  if (config.metricsPort === null) return null;
  const { NodeMetrics } = await import('./operations/metrics/node-metrics.ts');
  const build = { version: readVersion(), environment: config.environment };
  const metrics = new NodeMetrics({ host: config.metricsHost, port: config.metricsPort, build, log });
  log.info({ address: await metrics.listen() }, 'metrics and probes');
  return metrics;
}

/**
 * Starts several worker processes that serve on one port. This process supervises the workers and serves no requests.
 */
async function supervise(
  supervisor: Supervisor,
  config: Config,
  secrets: Secrets,
  databaseUrl: string,
): Promise<Running> {
  const { prepareDatabase } = await import('./boot/prepare-database.ts');
  const pool = createPool({ url: databaseUrl, size: 1, onError: () => {} });
  try {
    await prepareDatabase(databaseUrl, pool, config, new Date());
    if (config.environment === 'sandbox')
      await ensureDemoClient(pool, getOrCreateDemoKey(config), secrets.keyPepper);
  } finally {
    await pool.end();
  }
  const close = async (databaseGone: boolean) => {
    await supervisor.stop(databaseGone);
    return [];
  };
  try {
    return { ...(await supervisor.start()), close };
  } catch (error) {
    // Killing the workers loses nothing, because no worker has accepted a request yet.
    supervisor.kill();
    throw error;
  }
}

/** Runs this process as a worker process that `supervise` has started. */
async function work(config: Config, membership: Membership, log: Logger): Promise<void> {
  const { runWorker } = await import('./boot/worker.ts');
  reportAbandoned(log, await runWorker(config, membership, getOrCreateSecrets(config), log));
}

function reportAbandoned(log: Logger, abandoned: string[]): void {
  if (abandoned.length > 0) log.warn({ abandoned }, 'stopped, but not everything could finish');
}

/**
 * Builds the developer site. If the build fails in production, the service starts without the site, because the API
 * does not need the site.
 */
function buildSite(config: Config): void {
  try {
    ensureSite(console.log);
  } catch (error) {
    if (config.environment === 'sandbox') throw error;
    pino({ level: config.logLevel }).warn(
      { reason: (error as Error).message },
      'the developer site is not available',
    );
  }
}

/**
 * Checks that the port is free. This check comes before the slower steps of the start, because a port in use is the
 * most common reason for a failed start.
 */
function checkPortFree(config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(portRefused(config, error)));
    probe.listen(config.port, config.host, () => probe.close(() => resolve()));
  });
}

async function databaseLost(server: EmbeddedPostgres): Promise<never> {
  await server.ended;
  throw new StartRefused('the embedded PostgreSQL stopped unexpectedly; see postgres.log in the data folder');
}

function greet({ publicUrl, version }: Running, apiKey: string, { tls }: Config): void {
  const base = `${publicUrl}/v1`;
  // Without the option `--cacert`, curl would refuse our self-signed certificate.
  const trust = tls === null ? '' : `--cacert '${tls.certFile}' `;
  console.log(`
Iraq Hotel Channel ${version} (sandbox) is ready.

  Base address   ${base}
  Site           ${base.replace(/\/v1$/, '/')}
  X-Client-Id    ${DEMO_CLIENT_ID}
  X-Api-Key      ${apiKey}

Try it:

  curl -s ${trust}${base}/hotels -H 'X-Client-Id: ${DEMO_CLIENT_ID}' -H 'X-Api-Key: ${apiKey}'
`);
}

try {
  await main();
  process.exit(0);
} catch (error) {
  const reason = error instanceof StartRefused ? error.message : serverConditionOf(error);
  console.error(reason === null ? error : `ihc: ${reason}`);
  process.exit(1);
}
