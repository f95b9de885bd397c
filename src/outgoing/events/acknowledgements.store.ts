import type { ClientId, HotelId } from '../../kernel/ids.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';

/**
 * Returns the number of the last event that a supplier has acknowledged for a hotel. Zero means that the supplier has
 * acknowledged no event.
 */
export async function readAcknowledged(
  database: Queryable,
  clientId: ClientId,
  hotelId: HotelId,
): Promise<number> {
  const result = await database.query<{ up_to: number }>({
    name: 'read-acknowledged',
    text: 'select up_to from supply_acknowledgements where client_id = $1 and hotel_id = $2',
    values: [clientId, hotelId],
  });
  return result.rows[0]?.up_to ?? 0;
}

/**
 * Stores and returns the number of the last acknowledged event. The stored number never decreases, even if two requests
 * arrive in the wrong order.
 */
export async function acknowledge(
  tx: Transaction,
  clientId: ClientId,
  hotelId: HotelId,
  upTo: number,
): Promise<number> {
  await tx.query({
    name: 'acknowledge',
    text: `insert into supply_acknowledgements as a (client_id, hotel_id, up_to, acknowledged_at)
      values ($1, $2, $3, clock_timestamp())
      on conflict (client_id, hotel_id) do update
        set up_to = excluded.up_to, acknowledged_at = excluded.acknowledged_at where a.up_to < excluded.up_to`,
    values: [clientId, hotelId, upTo],
  });
  return readAcknowledged(tx, clientId, hotelId);
}
