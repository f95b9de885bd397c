import type { Logger } from 'pino';
import { type Check, checksOfNode, isReady, STARTING, type WorkerChecks } from './checks.ts';
import { counter, type Family, gauge } from './family.ts';
import { MetricsServer } from './metrics-server.ts';
import { type Build, processFamilies } from './process-families.ts';
import { ProcessWatch } from './process-watch.ts';
import { CONTENT_TYPE, type MetricsAsJson, mergeMetrics, openRegistry } from './registry.ts';
import { READY } from './service-families.ts';

/** The metrics and checks that a serving process reports about itself. */
export interface ServiceReport {
  families: Family[];
  checks: () => Check[];
}

/** The worker processes of a node, as its supervisor sees them. */
export interface Workers {
  readonly configured: number;
  readonly restarts: number;
  readonly isStopping: boolean;
  readMetrics: () => Promise<MetricsAsJson[]>;
  readChecks: () => Promise<WorkerChecks[]>;
}

export interface NodeMetricsOptions {
  host: string;
  port: number;
  build: Build;
  log: Logger;
}

/** Serves the metrics and probes of this process, or of the workers that this process supervises. */
export class NodeMetrics {
  private readonly watch = new ProcessWatch();
  private readonly own: Family[];
  private readonly server: MetricsServer;

  constructor({ host, port, build, log }: NodeMetricsOptions) {
    this.own = processFamilies(this.watch, build);
    const starting = openRegistry([...this.own, gauge(READY.name, READY.help, () => 0)], '0');
    this.server = new MetricsServer({
      ...{ host, port, contentType: CONTENT_TYPE },
      shown: { metrics: () => starting.metrics(), checks: async () => STARTING },
      onError: (error) => log.error({ reason: error.message }, 'metrics could not be read'),
    });
  }

  /** Opens the port for metrics and probes, and returns its address. */
  listen(): Promise<string> {
    return this.server.listen();
  }

  /** Called when the service in this process has started. */
  showService({ families, checks }: ServiceReport): void {
    const registry = openRegistry([...this.own, ...families], '0');
    this.server.show({ metrics: () => registry.metrics(), checks: async () => checks() });
  }

  /** Called when workers start to serve. Each worker reports its metrics and checks. */
  showWorkers(workers: Workers): void {
    const checks = async () => checksOfNode(await workers.readChecks(), workers.isStopping);
    this.server.show({
      metrics: async () => {
        const [reports, ready] = await Promise.all([workers.readMetrics(), checks().then(isReady)]);
        const families = [...this.own, ...supervisorFamilies(workers, reports.length, ready)];
        const supervisor = openRegistry(families, 'supervisor');
        return mergeMetrics([await supervisor.getMetricsAsJSON(), ...reports]);
      },
      checks,
    });
  }

  async close(): Promise<void> {
    this.watch.stop();
    await this.server.close();
  }
}

export function supervisorFamilies(
  workers: Pick<Workers, 'configured' | 'restarts'>,
  responding: number,
  ready: boolean,
): Family[] {
  return [
    gauge(READY.name, READY.help, () => (ready ? 1 : 0)),
    gauge('ihc_workers_configured', 'The configured number of worker processes.', () => workers.configured),
    gauge('ihc_workers_answering', 'Worker processes whose metrics are in this response.', () => responding),
    counter('ihc_worker_restarts_total', 'Worker processes that ended and were replaced.', () => {
      return workers.restarts;
    }),
  ];
}

/** The metrics that a supervisor requests from a worker. */
export class WorkerMetrics {
  private readonly watch = new ProcessWatch();
  private readonly registry: ReturnType<typeof openRegistry>;

  constructor(report: ServiceReport, place: number, build: Build) {
    const families = [...processFamilies(this.watch, build), ...report.families];
    this.registry = openRegistry(families, String(place));
  }

  read(): Promise<MetricsAsJson> {
    return this.registry.getMetricsAsJSON();
  }
}
