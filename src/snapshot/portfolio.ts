import { cityKey } from '../domain/catalog/city.ts';
import type { Hotel } from '../domain/catalog/hotel.ts';
import { type Contract, permits } from '../domain/partners/contract.ts';
import type { ListedHotel } from '../domain/partners/hotel-access.ts';
import type { Day } from '../kernel/day.ts';
import { getOrCreate } from '../kernel/get-or-create.ts';
import type { HotelId } from '../kernel/ids.ts';
import type { HotelForSale } from './hotel-for-sale.ts';

/** A hotel with the contract that covers it. */
export interface PortfolioHotel extends ListedHotel {
  /** What the hotel sells. Null until a search needs it. */
  forSale: HotelForSale | null;
}

/**
 * The hotels that one partner may see on one day. A portfolio contains a list of all these hotels, sorted by public id,
 * and a list for each city.
 */
export class Portfolio {
  readonly hotels: PortfolioHotel[];
  private readonly cities = new Map<string, PortfolioHotel[]>();

  constructor(contracts: Iterable<Contract>, findHotel: (id: HotelId) => Hotel | null, today: Day) {
    this.hotels = [];
    for (const contract of contracts) {
      const hotel = permits(contract, 'VIEW', today) ? findHotel(contract.hotelId) : null;
      if (hotel !== null) this.hotels.push({ hotel, contract, forSale: null, written: null });
    }
    this.hotels.sort((one, other) => (one.hotel.publicId < other.hotel.publicId ? -1 : 1));
    for (const entry of this.hotels)
      getOrCreate(this.cities, cityKey(entry.hotel.city), () => []).push(entry);
  }

  in(destination: string): PortfolioHotel[] {
    return this.cities.get(cityKey(destination)) ?? [];
  }
}
