import type { CancellationPolicy } from '../booking/cancellation-policy.ts';
import type { Hotel } from '../catalog/hotel.ts';
import type { RoomType } from '../catalog/room-type.ts';
import { Calendar, Counters } from '../inventory/calendar.ts';
import type { Day } from '../kernel/day.ts';
import type { Client, StoredKey } from '../partners/client.ts';
import { type Contract, contractId } from '../partners/contract.ts';
import { DayPrices } from '../pricing/day-prices.ts';
import type { Prices, RatePlan } from '../pricing/rate-plan.ts';
import { Collection } from './collection.ts';

/**
 * Everything a look needs, in memory. Readers use the finders; only the loader and the change feed write.
 * Nothing here decides money or permission for a write: the desk reads those under its lock.
 */
export class Snapshot {
  readonly hotels = new Collection<Hotel>((hotel) => hotel.publicId);
  readonly roomTypes = new Collection<RoomType>((roomType) => roomType.hotelId);
  readonly ratePlans = new Collection<RatePlan>((plan) => plan.hotelId);
  readonly policies = new Collection<CancellationPolicy>((policy) => policy.hotelId);
  readonly clients = new Collection<Client>((client) => client.clientId);
  readonly keys = new Collection<StoredKey>((key) => key.clientId);
  readonly contracts = new Collection<Contract>((contract) => contract.clientId);
  private readonly calendars = new Map<string, Calendar>();
  private readonly dayPrices = new Map<string, DayPrices>();
  private readonly counters = new Map<number, Map<string, Counters>>();

  /** By uuid or by public id: partners use both. */
  findHotel(idOrPublicId: string): Hotel | null {
    const byId = this.hotels.find(idOrPublicId.toLowerCase());
    if (byId !== null) return byId;
    for (const hotel of this.hotels.in(idOrPublicId)) return hotel;
    return null;
  }

  findClient(clientId: string): Client | null {
    for (const client of this.clients.in(clientId)) return client;
    return null;
  }

  findContract(client: Client, hotelId: string): Contract | null {
    return this.contracts.find(contractId(client.contractHolderId, hotelId));
  }

  calendarOf(roomTypeId: string): Calendar {
    return obtain(this.calendars, roomTypeId, () => new Calendar());
  }

  dayPricesOf(ratePlanId: string): DayPrices {
    return obtain(this.dayPrices, ratePlanId, () => new DayPrices());
  }

  priceOn(plan: RatePlan, day: Day): Prices {
    return this.dayPrices.get(plan.id)?.find(day) ?? plan.prices;
  }

  countersOf(ledgerId: number, roomTypeId: string): Counters {
    const ledger = obtain(this.counters, ledgerId, () => new Map<string, Counters>());
    return obtain(ledger, roomTypeId, () => new Counters());
  }

  findCounters(ledgerId: number, roomTypeId: string): Counters | null {
    return this.counters.get(ledgerId)?.get(roomTypeId) ?? null;
  }

  forgetLedger(ledgerId: number): void {
    this.counters.delete(ledgerId);
  }
}

function obtain<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
