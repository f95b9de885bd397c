import { observable, useObserved } from '../store/observable.ts';

/**
 * `live`: a stream sends changes at once. `polling`: there is no stream, and the page loads changes every 15 seconds.
 * `offline`: the service cannot be reached.
 */
export type Connection = 'live' | 'polling' | 'offline';

export const connection = observable<Connection>(navigator.onLine ? 'polling' : 'offline');

/** The number of bookings that nobody has marked as received. */
export const unreceived = observable(0);

export function useConnection(): Connection {
  return useObserved(connection);
}
