/** The ids of the reader's own hotel that requests need. Its credentials can use no other hotel. */
export interface OwnHotel {
  hotelId: string;
  /** Unknown until it was read. */
  roomTypeId?: string;
  ratePlanId?: string;
}

/** The hotel of the examples, with its room type and rate plan. */
const EXAMPLES: Record<string, keyof OwnHotel> = {
  'HTL-2026-0001': 'hotelId',
  '582ff731-b8ab-4900-8446-baf5b11ca45f': 'roomTypeId',
  'c581155e-a6c1-490a-804a-1bc7e3cb8e31': 'ratePlanId',
};

/** Values of examples at the reader's own hotel instead of the demo hotel. */
export function atOwnHotel(text: string, hotel: OwnHotel | null): string {
  const name = EXAMPLES[text];
  return (name !== undefined && hotel?.[name]) || text;
}
