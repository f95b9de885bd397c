import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { dayInBaghdad, getDay } from '../src/kernel/day.ts';
import { createPool } from '../src/platform/db/pool.ts';
import { respondToParent } from './child.ts';
import { contractHolders, searchBySql } from './search-by-sql.store.ts';

/** Two connections for each of two cores. One works while Node passes on the response of the other. */
const CONNECTIONS = 4;

interface SearchBody {
  destination: string;
  checkIn: string;
  checkOut: string;
  adults: number;
  children: number;
  roomsCount: number;
  limit: number;
}

/** Starts a server with only the search by SQL: no authentication, no validation, no hooks. */
async function start(databaseUrl: string): Promise<number> {
  const pool = createPool({ url: databaseUrl, size: CONNECTIONS, onError: () => {} });
  const holders = await contractHolders(pool);
  const app = Fastify();
  app.post<{ Body: SearchBody }>('/v1/search', async ({ body, headers }, reply) => {
    const response = await searchBySql(pool, {
      holder: holders.get(String(headers['x-client-id']))!,
      city: body.destination,
      stay: { checkIn: getDay(body.checkIn), checkOut: getDay(body.checkOut) },
      party: { rooms: body.roomsCount, adults: body.adults, children: body.children },
      limit: body.limit,
      today: dayInBaghdad(new Date()),
    });
    return reply.type('application/json').send(response);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

respondToParent({ start });
