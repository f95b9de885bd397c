// Starts a service, step by step.

import type { Context } from '../context.ts';
import { buildApp } from '../http/app.ts';
import { Connections } from '../http/common/connections.ts';
import type { App } from '../http/common/wire.ts';
import { loadTelephoneRules } from '../kernel/telephone.ts';
import { checksOf } from '../operations/metrics/checks.ts';
import type { ServiceReport } from '../operations/metrics/node-metrics.ts';
import { factsOf, type ServiceSources, serviceFamilies } from '../operations/metrics/service-families.ts';
import { warnOfLostSecrets } from '../platform/secrets/warn-of-lost-secrets.usecase.ts';
import { type CloseOptions, closeService } from './close-service.ts';
import { startDeliveries } from './delivering/start-deliveries.ts';
import { startHousekeeping } from './housekeeping.ts';
import { openContext } from './open-context.ts';
import { openResources, type Resources } from './open-resources.ts';
import { prepareDatabase } from './prepare-database.ts';
import type { ServiceOptions } from './service-options.ts';

export interface Service {
  context: Context;
  app: App;
  connections: Connections;
  /** The content of the metrics and probes of this process. Null if the settings have no metrics port. */
  report: ServiceReport | null;
  /**
   * Lets running requests finish, then closes the database connections. Returns a list of the work that it abandoned.
   */
  close: (options?: CloseOptions) => Promise<string[]>;
}

/**
 * Starts a service on a database and returns it ready to listen. The start migrates the schema, creates the demo data,
 * loads the memory and connects the parts.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const resources = await openResources(options);
  try {
    await prepare(options, resources);
    const context = openContext(options, resources);
    // `buildApp` compiles the schemas of the routes and blocks the process. On a busy machine, this takes longer than
    // the time limits of the database, so no transaction may be open at the same time.
    loadTelephoneRules();
    const app = await buildApp(context);
    await resources.feed.start();
    await resources.listener.start();
    await context.desk.start();
    resources.certificate?.start();
    const housekeeping = options.housekeeping === false ? null : startHousekeeping(context);
    const deliveries = options.deliveries === false ? null : startDeliveries(context, options);
    resources.presence?.serve(context, app.server);
    return serviceOf(resources, context, app, { housekeeping, deliveries });
  } catch (error) {
    await resources.presence?.stop();
    await resources.letGo();
    throw error;
  }
}

/** Prepares the database. After the row of this process was written, a timer starts to update the row regularly. */
async function prepare(options: ServiceOptions, { pool, presence, clockShift }: Resources): Promise<void> {
  const { config, secrets, databaseUrl, log } = options;
  const now = new Date(Date.now() + clockShift());
  await prepareDatabase(databaseUrl, pool, config, now, async (tx) => presence?.announce(tx));
  presence?.start();
  if (config.environment === 'production') await warnOfLostSecrets(pool, secrets, log);
}

interface Background {
  housekeeping: { stop: () => Promise<void> } | null;
  deliveries: { stop: () => Promise<void> } | null;
}

function serviceOf(
  { deskPool, presence, letGo }: Resources,
  context: Context,
  app: App,
  background: Background,
): Service {
  const { counts } = context;
  const connections = new Connections(app.server);
  const parts = { context, app, connections, ...background, presence, letGo };
  return {
    context,
    app,
    connections,
    report: counts === null ? null : reportOf({ context, counts, deskPool, connections }),
    close: (closing = {}) => closeService(parts, closing),
  };
}

function reportOf(sources: ServiceSources): ServiceReport {
  return { families: serviceFamilies(sources), checks: () => checksOf(factsOf(sources.context)) };
}
