import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Family } from '../../../src/operations/metrics/family.ts';
import { supervisorFamilies } from '../../../src/operations/metrics/node-metrics.ts';
import { PROJECT_DIRECTORY } from '../../../src/platform/db/project-directory.ts';
import { FIRING, QUIET } from '../../support/alert-scenarios.ts';
import { hasProgram } from '../../support/has-program.ts';
import { openTestMetrics, readPage, showTestService } from '../../support/metrics.ts';
import { metricNamesOf, readDashboard, readRules } from '../../support/promql.ts';
import { startTestService } from '../../support/service.ts';
import { demoStay, GUEST } from '../../support/stay.ts';

const PROMETHEUS = join(PROJECT_DIRECTORY, 'deploy/prometheus');
const read = (file: string) => readFileSync(join(PROJECT_DIRECTORY, file), 'utf8');
const rules = readRules(read('deploy/prometheus/alerts.yml'));
const dashboard = readDashboard(read('deploy/grafana/ihc.json'));
/** A supervised node has them. workers.test.ts reads them from a real one. */
const SUPERVISED = supervisorFamilies({ configured: 2, restarts: 0 }, 2, true).map(
  ({ name }: Family) => name,
);

/** The scenario in which nothing fires. */
const NONE = 'none';

const NOTHING_WAITS = { WEBHOOK: 0, HOTEL_EMAIL: 0, HOTEL_MESSAGE: 0, OPERATOR_EMAIL: 0 };

/** The name of each family, and of each series that has a value. */
let families: string[];
let exposed: Set<string>;
beforeAll(async () => {
  const { address, metrics } = await openTestMetrics();
  const service = await startTestService({ config: { metricsPort: 0 }, housekeeping: false });
  showTestService(metrics, service);
  await service.call('POST', '/v1/bookings', { body: { ...demoStay(), ...GUEST } });
  Object.assign(service.context, { certificate: { expiresAt: new Date(), refusedReloads: 0 } });
  service.context.counts!.housekeeping.succeededAt = 1;
  service.context.counts!.deliveries.queue = {
    ...{ pending: NOTHING_WAITS, oldestDueSeconds: NOTHING_WAITS, dead: 0 },
  };
  service.context.counts!.openNotices = { all: 0, arriving: 0 };
  const { text } = await readPage(`${address}/metrics`);
  const lines = text.split('\n');
  families = [...lines.flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []), ...SUPERVISED];
  exposed = new Set([...lines.flatMap((line) => /^([a-z_]+)\{/.exec(line)?.[1] ?? []), ...SUPERVISED, 'up']);
  await service.end();
  await metrics.close();
});

describe('names of metrics', () => {
  it('in the alerts and on the dashboard exist', () => {
    expect(rules.length).toBeGreaterThan(15);
    expect(dashboard.length).toBeGreaterThan(40);
    const used = [...rules.map(({ expr }) => expr), ...dashboard].flatMap(metricNamesOf);
    expect(new Set(used).size).toBeGreaterThan(30);
    expect(used.filter((name) => !exposed.has(name))).toEqual([]);
  });

  it('control: an invented name is found, wherever it stands', () => {
    const invented = ['ihc_invented', 'ich_ready', 'ihc_desk_wait_second_bucket'];
    const exprs = [
      'sum by (ihc_label) (ihc_invented{worker="ihc_text"}[5m])',
      'time() - max_over_time(ich_ready[15m:30s]) offset 5m > bool 3e2 and on (job) up',
      'histogram_quantile(0.99, sum by (le) (rate(ihc_desk_wait_second_bucket[$__rate_interval])))',
    ];
    expect(exprs.flatMap(metricNamesOf).filter((name) => !exposed.has(name))).toEqual(invented);
  });

  it('are all described in docs/operations/metrics.md, and no others', () => {
    const described = [...read('docs/operations/metrics.md').matchAll(/^\| `([a-z_]+)` \|/gm)].map(
      ([, name]) => name,
    );
    expect([...described].sort()).toEqual([...new Set(families)].sort());
  });

  it('are all on the dashboard', () => {
    const shown = new Set(
      dashboard.flatMap(metricNamesOf).map((name) => name.replace(/_(bucket|sum|count)$/, '')),
    );
    expect([...new Set(families)].filter((name) => !shown.has(name))).toEqual([]);
  });
});

describe('the alerts', () => {
  it('have everything that somebody needs at night', () => {
    for (const { alert, text } of rules) {
      for (const part of ['for:', 'summary:', 'description:'])
        expect([alert, text.includes(part)]).toEqual([alert, true]);
      expect(text, alert).toMatch(/severity: (page|ticket)\n/);
      expect(text).toContain(`runbook: docs/operations/alerts.md#${alert.toLowerCase()}\n`);
    }
  });

  it('have each a recipe, and there is no other', () => {
    const headings = [...read('docs/operations/alerts.md').matchAll(/^## (Ihc\w+)$/gm)].map(
      ([, name]) => name,
    );
    expect(headings).toEqual(rules.map(({ alert }) => alert));
  });
});

it('every alert has a scenario in which it fires', () => {
  expect(Object.keys(FIRING).sort()).toEqual(rules.map(({ alert }) => alert).sort());
});

describe.skipIf(!hasProgram('promtool'))('promtool', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ihc-promtool-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const run = (...parameters: string[]) =>
    execFileSync('promtool', parameters, { encoding: 'utf8', stdio: 'pipe' });

  it('accepts the rules and the configuration', () => {
    expect(run('check', 'rules', join(PROMETHEUS, 'alerts.yml'))).toContain('SUCCESS');
    expect(run('check', 'config', join(PROMETHEUS, 'prometheus.yml'))).toContain('SUCCESS');
  });

  /** In the scenario of an alert it fires, and no other does. With values just inside the limits none does. */
  it('finds that each alert fires when it should, and not otherwise', () => {
    const scenarios = Object.entries({ ...FIRING, [NONE]: QUIET });
    const file = join(folder, 'alerts-test.json');
    const test = {
      interval: '15s',
      // Each scenario is a job of its own: no rule mixes two jobs.
      input_series: scenarios.flatMap(([name, { series }]) =>
        Object.entries(series).map(([one, values]) => ({
          series: one.replace('job="ihc"', `job="ihc-${name}"`),
          values,
        })),
      ),
      promql_expr_test: scenarios.map(([name, { at }]) => ({
        expr: `group by (alertname) (ALERTS{job="ihc-${name}",alertstate="firing"}) or vector(0)`,
        eval_time: at,
        exp_samples:
          name === NONE
            ? [{ labels: '{}', value: 0 }]
            : [
                { labels: `{alertname="${name}"}`, value: 1 },
                { labels: '{}', value: 0 },
              ],
      })),
    };
    // JSON is YAML.
    const rule_files = [join(PROMETHEUS, 'alerts.yml')];
    writeFileSync(file, JSON.stringify({ rule_files, evaluation_interval: '30s', tests: [test] }));
    expect(run('test', 'rules', file)).toContain('SUCCESS');
  });
});
