export const landingEn = {
  title: 'Hotels in Iraq, through one API',
  lead: 'Search live rates, hold a room while your guest pays, book it, and hand over a voucher that reception can check. In Arabic, Kurdish and English.',
  copyAddress: 'Base address',

  stageTitle: 'A search becomes a booking',
  stageNote:
    'Press the button: your browser sends four real requests to this sandbox, with your own test credentials.',
  stageNoteProduction:
    'Four requests to the sandbox, recorded with their times, and the voucher that they made.',
  run: 'Run it',
  runAgain: 'Run it again',
  running: 'Running…',
  recorded: (day: string) => `Recording of ${day}`,
  live: 'Live: your own booking',
  stopped: 'The run stopped',
  noResponse: 'The service did not respond. Is it running?',
  noHotel: 'The search found no hotel with free rooms.',
  unexpected: 'The response was not as expected.',
  steps: {
    search: 'hotels with rooms for two, cheapest first',
    priceCheck: 'a quote, valid for 30 minutes',
    prebook: 'room and price on hold for 15 minutes',
    book: 'confirmed, with a voucher',
  },
  voucher: 'The voucher of this booking',
  voucherNote: 'This is what the guest shows at reception.',
  openVoucher: 'Open this voucher',
  qr: 'QR code of the voucher',
  qrNote: 'Reception scans the code and sees whether the voucher is valid today.',

  audiencesTitle: 'Made for three',
  audiences: [
    {
      title: 'Partners',
      text: 'Travel agencies, metasearch engines and wholesalers read the hotels of their contracts and book them in four requests.',
      href: '/guides/quick-start',
    },
    {
      title: 'Hotels',
      text: 'A hotel system sends rooms and prices and reads its reservations. A hotel without a system uses a page on the phone.',
      href: '/guides/hotels-quick-start',
    },
    {
      title: 'Operators',
      text: 'One process and one PostgreSQL. Health, response times and their history are open to everyone.',
      href: '/status',
    },
  ],

  promisesTitle: 'What we promise, and how to check it',
  promises: [
    {
      title: 'Never oversold',
      text: 'Rooms are sold strictly first in, first out. Overselling is blocked twice: in the booking engine and by the database.',
      proof: 'Lose the last room on purpose: scenario hotel HTL-2026-0092',
      href: '/test-scenarios',
    },
    {
      title: 'Fast',
      text: 'Search, rates and availability are served from an in-memory copy, updated in real time.',
      proof: 'See the response times of this service',
      href: '/status',
    },
    {
      title: 'Safe to retry',
      text: 'A request that is sent again with the same Idempotency-Key runs only once. Retries return the identical response.',
      proof: 'Read how to book exactly once',
      href: '/guides/idempotency',
    },
    {
      title: 'Every error explained',
      text: 'Each error body links to a page that says what it means, why it happens and what to do.',
      proof: 'Look at the error codes',
      href: '/errors',
    },
  ],

  codeTitle: 'Your first request',
  codeLead:
    'Plain HTTP and JSON, no library needed. When you have test credentials, the example contains them.',
  codeLabel: 'A search',
  codeLink: 'Read the API reference',

  hotelTitle: 'The hotel sees it at once',
  hotelLead:
    'Receptionists use a page on their phone, in Arabic, Kurdish or English. A new booking arrives while you watch. The camera checks vouchers, even without a connection.',
  hotelTry: 'Try it as a hotel',
  hotelRead: 'Read about the hotel page',
  hotelPicture: 'The hotel page on a phone, with the arrivals of the day in Arabic',

  ctaTitle: 'Start in a minute',
  ctaLead: 'One click creates test credentials and your own inventory. No form, no contract.',
  ctaLeadProduction: 'Build and test in the sandbox. Then change the address and the key.',
};

export type LandingWords = typeof landingEn;
