import type { Reads } from '../../context.ts';
import type { Caller } from '../partners/authenticate.ts';
import type { Hotel } from './hotel.ts';

/** Lists a supplier's hotels, whatever their status, sorted by public id. */
export function listSuppliedHotels({ snapshot }: Reads, { client }: Caller): Hotel[] {
  return client.suppliedHotels
    .map((id) => snapshot.hotels.find(id))
    .filter((hotel) => hotel !== null)
    .sort((one, other) => (one.publicId < other.publicId ? -1 : 1));
}
