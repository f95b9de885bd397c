import { dayInBaghdad } from '../src/kernel/day.ts';
import type { BareRoute } from './bare-route.ts';
import type { LoadResult } from './load.ts';
import { type Look, lookRequests } from './look-requests.ts';
import type { Row } from './row.ts';
import { alternate, ask, describe, type Stage } from './stage.ts';

const CONNECTIONS = 16;
const AT_LEAST_OF_LIMIT = 0.6;
/** The bare server returns this many recorded responses of the service in turn. */
const READY_ANSWERS = 16;

/** Compares reads that are served from memory with a bare server, which only serialises a prepared response. */
export async function benchLooks(stage: Stage): Promise<Row[]> {
  const world = await stage.season();
  const port = await stage.node();
  const looks = await lookRequests(world, dayInBaghdad(new Date()));
  const rows: Row[] = [];
  for (const look of [looks.availability, looks.hotels, looks.allHotels, looks.priceCheck]) {
    const barePort = await bareRouteOf(stage, port, look);
    const load = (of: number) =>
      stage.runLoad({ port: of, connections: CONNECTIONS, requests: look.requests });
    const result = await alternate(stage, look.work, {
      limit: () => load(barePort),
      service: () => load(port),
    });
    rows.push(againstLimit(look.work, result.limit, result.service, AT_LEAST_OF_LIMIT));
  }
  return rows;
}

/** Starts a bare server that returns recorded responses of the service to these reads. Returns its port. */
export async function bareRouteOf(stage: Stage, port: number, look: Look): Promise<number> {
  const answers: unknown[] = [];
  for (const request of look.requests.slice(0, READY_ANSWERS)) answers.push(await ask(port, request));
  const route: BareRoute = { method: look.method, path: look.path, answers };
  return (await stage.bare()).ask<number>('start', route);
}

export function againstLimit(work: string, limit: LoadResult, service: LoadResult, atLeast: number): Row {
  const share = service.perSecond / limit.perSecond;
  return {
    work,
    against: `bare route, response ready, ${describe(limit)}`,
    measured: describe(service),
    ratio: `**${Math.round(share * 100)} %**`,
    atLeast: `${atLeast * 100} %`,
    reached: share >= atLeast,
    figures: { limitPerSecond: limit.perSecond, perSecond: service.perSecond, share },
  };
}
