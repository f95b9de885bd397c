import { observable, useObserved } from '../store/observable.ts';

/** live: changes arrive at once. polling: they are fetched every 15 seconds. offline: there is no connection. */
export type Connection = 'live' | 'polling' | 'offline';

export const connection = observable<Connection>(navigator.onLine ? 'polling' : 'offline');

/** How many bookings nobody has marked as received. */
export const unreceived = observable(0);

export function useConnection(): Connection {
  return useObserved(connection);
}
