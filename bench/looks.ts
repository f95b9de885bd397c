import { dayInBaghdad } from '../src/kernel/day.ts';
import type { BareRoute } from './bare-route.ts';
import type { LoadResult } from './load.ts';
import { type Look, lookRequests } from './look-requests.ts';
import type { Row } from './row.ts';
import { alternate, ask, describe, type Stage } from './stage.ts';

const CONNECTIONS = 16;
/** The bare server returns this many recorded responses of the service in turn. */
export const READY_RESPONSES = 16;

/** Compares reads from memory with a bare server, which only serialises a prepared response. */
export async function benchLooks(stage: Stage): Promise<Row[]> {
  const world = await stage.season();
  const port = await stage.node();
  const looks = await lookRequests(world, dayInBaghdad(new Date()));
  const rows: Row[] = [];
  const measured: [Look, number][] = [
    [looks.availability, 0.65],
    [looks.hotels, 0.6],
    [looks.allHotels, 0.6],
    [looks.priceCheck, 0.4],
  ];
  for (const [look, atLeast] of measured) {
    const barePort = await bareRouteOf(stage, port, look);
    const result = await alternate(stage, look.work, {
      limit: readsOf(stage, look, barePort),
      service: readsOf(stage, look, port),
    });
    rows.push(againstLimit(look.work, result.limit, result.service, atLeast));
  }
  return rows;
}

/** Returns a function that sends these reads to a server. Reads that must not repeat are divided between the calls. */
export function readsOf(stage: Stage, look: Look, port: number): () => Promise<LoadResult> {
  const { requests, repeat } = look;
  const length = repeat ? requests.length : Math.floor(requests.length / stage.pace.rounds);
  let round = 0;
  return () => {
    const from = repeat ? 0 : length * round;
    round += 1;
    return stage.runLoad({
      port,
      connections: CONNECTIONS,
      requests: requests.slice(from, from + length),
      repeat,
    });
  };
}

/** Starts a bare server that returns recorded responses of the service to these reads. Returns its port. */
export async function bareRouteOf(stage: Stage, port: number, look: Look): Promise<number> {
  const responses: unknown[] = [];
  for (const request of look.requests.slice(0, READY_RESPONSES)) responses.push(await ask(port, request));
  const route: BareRoute = { method: look.method, path: look.path, responses };
  return (await stage.bare()).ask<number>('start', route);
}

export function againstLimit(
  work: string,
  limit: LoadResult,
  service: LoadResult,
  atLeast: number | null,
): Row {
  const share = service.perSecond / limit.perSecond;
  return {
    work,
    against: `bare route, response ready, ${describe(limit)}`,
    measured: describe(service),
    ratio: `**${Math.round(share * 100)} %**`,
    atLeast: atLeast === null ? '–' : `${atLeast * 100} %`,
    reached: atLeast === null ? null : share >= atLeast,
    figures: { limitPerSecond: limit.perSecond, perSecond: service.perSecond, share },
  };
}
