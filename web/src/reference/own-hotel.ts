/** The ids of the reader's private hotel. The reader's credentials work only for this hotel. */
export interface OwnHotel {
  hotelId: string;
  /** Undefined until it was loaded. */
  roomTypeId?: string;
  ratePlanId?: string;
}

/** The ids of the demo hotel in the examples. For each id: the field of `OwnHotel` whose value replaces it. */
const EXAMPLES: Record<string, keyof OwnHotel> = {
  'HTL-2026-0001': 'hotelId',
  '582ff731-b8ab-4900-8446-baf5b11ca45f': 'roomTypeId',
  'c581155e-a6c1-490a-804a-1bc7e3cb8e31': 'ratePlanId',
};

/** Replaces the ids of the demo hotel by the ids of the reader's private hotel. */
export function atOwnHotel(text: string, hotel: OwnHotel | null): string {
  const name = EXAMPLES[text];
  return (name !== undefined && hotel?.[name]) || text;
}
