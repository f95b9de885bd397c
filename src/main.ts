import { createServer } from 'node:net';
import { pino } from 'pino';
import { ensureSite } from './api/site/build-site.ts';
import { type Config, readConfig } from './boot/config.ts';
import { getOrCreateDemoKey, getOrCreateSecrets } from './boot/secrets.ts';
import type { Service } from './boot/service.ts';
import { STOP_LIMIT_MILLISECONDS } from './boot/stop.ts';
import { claimDataDirectory } from './db/data-directory.ts';
import { type EmbeddedPostgres, ensureDatabase, startEmbeddedPostgres } from './db/embedded-postgres.ts';
import { StartRefused } from './kernel/start-refused.ts';
import { DEMO_CLIENT_ID, ensureDemoClient } from './sandbox/demo-client.store.ts';

const DATABASE_NAME = 'ihc';

/** Settings → database → service → listen → close. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  await checkPortFree(config);
  buildSite(config);
  const needsFolder = config.databaseUrl === null || config.environment === 'sandbox';
  const claim = needsFolder ? claimDataDirectory(config.dataDirectory) : null;
  let server: EmbeddedPostgres | null = null;
  let service: Service | null = null;
  const log = pino({ level: config.logLevel });
  let isDatabaseGone = false;
  const close = async (): Promise<string[]> => {
    const abandoned = (await service?.close(isDatabaseGone ? 'database gone' : undefined)) ?? [];
    await server?.stop();
    claim?.release();
    return abandoned;
  };
  const giveUp = (reason: string): never => {
    log.error({ reason }, 'stopped immediately; requests in progress were abandoned');
    server?.kill();
    claim?.release();
    process.exit(1);
  };
  // A signal during the start takes effect when the service is ready to listen. A second signal exits at once.
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
    // Imported here and not above, so that the modules load while PostgreSQL starts.
    const loading = import('./boot/service.ts');
    if (config.databaseUrl === null) {
      server = await startEmbeddedPostgres(config.dataDirectory);
      await ensureDatabase(server, DATABASE_NAME);
    }
    const { startService } = await loading;
    const databaseUrl = config.databaseUrl ?? server!.urlOf(DATABASE_NAME);
    const secrets = getOrCreateSecrets(config);
    service = await startService({ config, secrets, databaseUrl, log });
    if (!stopAsked) {
      await listen(service, config);
      if (config.environment === 'sandbox') await greet(service, config, secrets.keyPepper);
      else log.info({ address: config.publicUrl }, 'listening');
      const lost = server === null ? null : databaseLost(server);
      lost?.catch(() => {
        isDatabaseGone = true;
      });
      await (lost === null ? stopped : Promise.race([stopped, lost]));
      log.info('stopping: waiting for requests in progress');
    }
  } finally {
    if (!stopAsked) limitStop();
    const abandoned = await close();
    if (abandoned.length > 0) log.warn({ abandoned }, 'stopped, but not everything could finish');
  }
}

/** The API does not need the site: if it cannot be built, production starts without it. */
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

/** Checked before anything expensive starts: a taken port is the most common reason for a failed start. */
function checkPortFree(config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(portRefused(config, error)));
    probe.listen(config.port, config.host, () => probe.close(() => resolve()));
  });
}

async function listen(service: Service, config: Config): Promise<void> {
  try {
    await service.app.listen({ port: config.port, host: config.host });
    // With PORT=0 the operating system chooses the port, and links in responses must contain it.
    const address = service.app.server.address();
    if (new URL(config.publicUrl).port === '0' && typeof address === 'object' && address !== null)
      config.publicUrl = config.publicUrl.replace(/:0$/, `:${address.port}`);
  } catch (error) {
    throw portRefused(config, error as NodeJS.ErrnoException);
  }
}

function portRefused(config: Config, error: NodeJS.ErrnoException): StartRefused {
  if (error.code === 'EADDRINUSE')
    return new StartRefused(
      `port ${config.port} on ${config.host} is already in use: set PORT to another port`,
    );
  return new StartRefused(`cannot listen on HOST ${config.host}, PORT ${config.port} (${error.code})`);
}

async function databaseLost(server: EmbeddedPostgres): Promise<never> {
  await server.ended;
  throw new StartRefused('the embedded PostgreSQL stopped unexpectedly; see postgres.log in the data folder');
}

async function greet(service: Service, config: Config, pepper: string): Promise<void> {
  const apiKey = getOrCreateDemoKey(config);
  await ensureDemoClient(service.context.pool, apiKey, pepper);
  await service.context.feed.catchUp();
  const base = `${config.publicUrl}/v1`;
  console.log(`
Iraq Hotel Channel ${service.context.version} (sandbox) is ready.

  Base address   ${base}
  Site           ${base.replace(/\/v1$/, '/')}
  X-Client-Id    ${DEMO_CLIENT_ID}
  X-Api-Key      ${apiKey}

Try it:

  curl -s ${base}/hotels -H 'X-Client-Id: ${DEMO_CLIENT_ID}' -H 'X-Api-Key: ${apiKey}'
`);
}

try {
  await main();
  process.exit(0);
} catch (error) {
  if (error instanceof StartRefused) console.error(`ihc: ${error.message}`);
  else console.error(error);
  process.exit(1);
}
