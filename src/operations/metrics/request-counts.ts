// Measures the durations of requests by method, route and status.

import { Histogram, SECONDS } from './histogram.ts';

/**
 * All methods that are not in METHODS are counted under this name. Otherwise a caller could create any number of
 * series.
 */
const OTHER_METHOD = 'OTHER';
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/**
 * The developer site has a route for each file, and the file names change with each build. All routes of the site are
 * therefore counted together.
 */
const OWN_ROUTES = /^\/(v1|supply|vouchers|schemas)\//;

export interface RequestSeries {
  method: string;
  route: string;
  status: number;
  seconds: Histogram;
}

/**
 * Counts requests. Each request takes three lookups in maps. A labelled histogram of prom-client was rejected, because
 * it creates and hashes an object of labels for each observation (ADR 21).
 */
export class RequestCounts {
  /** The key is the route pattern of Fastify. Several patterns may share one route. */
  private readonly routes = new Map<string | undefined, Map<string, Map<number, Histogram>>>();
  private readonly byRoute = new Map<string, Map<string, Map<number, Histogram>>>();

  observe(method: string, url: string | undefined, status: number, milliseconds: number): void {
    const methods = this.routes.get(url) ?? this.open(url);
    const statuses = methods.get(method) ?? openMethod(methods, method);
    let seconds = statuses.get(status);
    if (seconds === undefined) {
      seconds = new Histogram(SECONDS);
      statuses.set(status, seconds);
    }
    seconds.observe(milliseconds / 1_000);
  }

  series(): RequestSeries[] {
    const all: RequestSeries[] = [];
    for (const [route, methods] of this.byRoute)
      for (const [method, statuses] of methods)
        for (const [status, seconds] of statuses) all.push({ method, route, status, seconds });
    return all;
  }

  private open(url: string | undefined): Map<string, Map<number, Histogram>> {
    const route = url === undefined ? 'none' : OWN_ROUTES.test(url) ? url : 'site';
    const methods = this.byRoute.get(route) ?? new Map();
    this.byRoute.set(route, methods);
    this.routes.set(url, methods);
    return methods;
  }
}

function openMethod(methods: Map<string, Map<number, Histogram>>, method: string): Map<number, Histogram> {
  const name = METHODS.has(method) ? method : OTHER_METHOD;
  const statuses = methods.get(name) ?? new Map();
  methods.set(name, statuses);
  return statuses;
}
