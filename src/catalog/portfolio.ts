import { hotelItem } from '../api/partner/hotels/hotel.view.ts';
import type { Day } from '../kernel/day.ts';
import { obtain } from '../kernel/get-or-create.ts';
import { type WrittenJson, writeJson } from '../kernel/written-json.ts';
import { type Contract, permits } from '../partners/contract.ts';
import type { Shelf } from '../snapshot/hotel-offer.ts';
import { cityKey } from './city.ts';
import type { Hotel } from './hotel.ts';

/** A hotel with the contract that opens it, and its ten fields, written once and not a look. */
export interface PortfolioHotel {
  hotel: Hotel;
  contract: Contract;
  item: WrittenJson;
  /** What the hotel has to sell, once a search has asked for it. */
  shelf: Shelf | null;
}

/** The hotels that one partner may look at on a day, in the order of public ids, and by city. */
export class Portfolio {
  readonly hotels: PortfolioHotel[];
  private readonly cities = new Map<string, PortfolioHotel[]>();

  constructor(contracts: Iterable<Contract>, findHotel: (id: string) => Hotel | null, today: Day) {
    this.hotels = [];
    for (const contract of contracts) {
      const hotel = permits(contract, 'VIEW', today) ? findHotel(contract.hotelId) : null;
      if (hotel !== null)
        this.hotels.push({ hotel, contract, item: writeJson(hotelItem(hotel, contract)), shelf: null });
    }
    this.hotels.sort((one, other) => (one.hotel.publicId < other.hotel.publicId ? -1 : 1));
    for (const entry of this.hotels) obtain(this.cities, cityKey(entry.hotel.city), () => []).push(entry);
  }

  in(destination: string): PortfolioHotel[] {
    return this.cities.get(cityKey(destination)) ?? [];
  }
}
