import { pluralIn } from '../../i18n/plural.ts';

const plural = pluralIn('en');

/** The texts of the guided path, the history and the pane of the hotel. The other languages have the same keys. */
export const pathEn = {
  result: {
    hotels: (count: number, price: string) =>
      `${plural(count, { one: '# hotel', other: '# hotels' })}, from ${price}`,
    noHotels: 'No rooms found',
    quote: (total: string, time: string) => `${total}, valid until ${time}`,
    hold: (total: string, time: string) => `${total}, on hold until ${time}`,
    holdOver: 'The hold has expired',
    cancelled: (penalty: string, refund: string) => `Penalty ${penalty}, refund ${refund}`,
    noResponse: 'No response',
    optional: 'optional',
  },
  group: {
    look: 'Look',
    book: 'Book',
    after: 'After booking',
    events: 'Events and webhooks',
    supply: 'Hotel system',
  },
  /** What the next request will do. */
  will: {
    priceCheck: (stay: string) => `Asks for the current price: ${stay}.`,
    prebook: (guest: string) => `Holds the rooms and this price for 15 minutes, for ${guest}.`,
    bookHeld: 'Books the rooms and the price of your hold.',
    bookQuoted: (total: string) => `Books at the quoted total of ${total}, without a hold.`,
    book: 'Books at the current price.',
    getBooking: (id: string) => `Reads booking ${id} with its voucher and audit log.`,
    cancelBooking: (id: string) => `Cancels booking ${id} under its cancellation policy.`,
    search: 'Starts again with a new search.',
  },
  /** What a reader can do after an error. */
  action: {
    acceptTotal: (total: string) => `Accept the new total: ${total}`,
    checkPrice: 'Check the price again',
    otherDates: 'See other dates in the calendar',
    search: 'Search again',
    prebook: 'Prebook first, then book',
    prebookAgain: 'Prebook again',
    withoutToken: 'Empty the prebook token',
    withoutQuote: 'Empty the quote id',
    seeBooking: 'Read the booking',
    seeWebhook: 'Read this webhook',
    listWebhooks: 'List your webhooks',
    deleteWebhook: 'Delete a webhook',
    newKey: 'Use a new key and send again',
    sendAgain: 'Send again',
    newCredentials: 'Create new credentials',
    hotelCredentials: 'Create credentials for a hotel',
    listHotels: 'List your hotels',
    listRoomTypes: 'List the room types',
    listRatePlans: 'List the rate plans',
    firstField: 'Go to the field',
    book: 'Book with your hold',
    reset: 'Reset demo inventory',
    readReservations: 'Read reservations',
  },
  whatToDo: 'What you can do',
  errorPage: (code: string) => `What ${code} means`,
  waitSeconds: (seconds: number) => `Possible in ${seconds} s`,
  carried: 'From earlier responses',
  fieldHint: {
    quoteId: 'The quote that the guest saw. The service compares the current price only with this quote.',
    prebookToken:
      'The hold to use. If this is empty, the service looks for a hold for this stay and phone number.',
    expectedTotal: 'The total that the guest accepted. Another total is refused with PRICE_CHANGED.',
  } as Record<string, string>,
  empty: 'Empty',
  flight: (operation: string) => `Waiting for the response: ${operation}`,
  stopWaiting: 'Stop waiting',
  cancelledText:
    'You stopped waiting. The service may still have executed the request. Send it again with the same Idempotency-Key to find out.',
  interruptedText:
    'The page was loaded again before the response arrived. The service may have executed the request.',
  history: 'History',
  historyHint: 'Every request of this tab, the newest first.',
  historyEmpty: 'Nothing sent yet.',
  clearHistory: 'Clear',
  exportScript: 'Export as a script',
  exportHint:
    'A bash script with curl. The script sends the requests again from the start. Ids from responses become variables.',
  showAgain: 'Show in the console',
  outcome: {
    pending: 'under way',
    none: 'no response',
    cancelled: 'cancelled',
    interrupted: 'interrupted',
  } as Record<string, string>,
  scenarioHint: 'Click a scenario to fill in the path.',
  scenarioOn: 'Scenario hotel',
  explained: (code: string) => `Explained at ${code}`,
  scenario: {
    'HTL-2026-0091': {
      name: 'The price rises',
      does: 'The price rises by 5 % between quote and booking, unless you have a hold.',
      how: 'Check the price, then book without a hold: PRICE_CHANGED.',
    },
    'HTL-2026-0092': {
      name: 'The last room is gone',
      does: 'The last room is always sold just before you book, unless you have a hold.',
      how: 'Book directly: INSUFFICIENT_INVENTORY. Then prebook and book.',
    },
    'HTL-2026-0093': {
      name: 'A slow hotel',
      does: 'Price check, prebook and booking respond after 4 seconds.',
      how: 'Press Send, and see the request wait. You can stop waiting.',
    },
    'HTL-2026-0099': {
      name: 'Not in your contract',
      does: 'The hotel exists, but your contract does not cover it.',
      how: 'Every request for this hotel is refused: HOTEL_ACCESS_DENIED.',
    },
  } as Record<string, { name: string; does: string; how: string }>,
  hotelPane: {
    title: "The hotel's page",
    open: "Show the hotel's page here",
    close: "Hide the hotel's page",
    hint: 'A booking of your private hotel appears here at once.',
    frame: 'The page that the staff of your private hotel use',
    failed: 'The page could not be opened.',
    explain:
      'With a private hotel you see each booking arrive on the page of its staff. This creates new credentials, so your path starts again.',
    create: 'Create a private hotel',
  },
  otherCredentials: 'The credentials were changed in another tab. The path starts again.',
  linkToRequest: 'Link to this form',
};

export type PathWords = typeof pathEn;
