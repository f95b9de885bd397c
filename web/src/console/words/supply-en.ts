/** The texts of the console for hotel systems. The other languages have the same keys. */
export const supplyEn = {
  operation: {
    supplyHotels: 'Hotels of the system',
    supplyProducts: 'Products',
    pushAri: 'Push rooms and prices',
    readAri: 'Read rooms and prices',
    readReservations: 'Read reservations',
    acknowledge: 'Acknowledge',
    checkIn: 'Check in',
    checkOut: 'Check out',
    noShow: 'Report a no-show',
    cannotHonour: 'Cannot honour',
  },
  operationNote: {
    supplyHotels: 'Hotels whose rooms and prices this system may change.',
    supplyProducts: 'Room types and rate plans, with their codes and ids for a push.',
    pushAri:
      'Sets the rooms left, the price and the restrictions for a range of days. Empty fields are not changed.',
    readAri: 'What is in force, day by day.',
    readReservations: 'Every change of every booking as a numbered event, oldest first.',
    acknowledge: 'Confirms that your system has received all events up to this number.',
    checkIn: 'The guest has arrived. Possible from the check-in date.',
    checkOut: 'The guest has left. The remaining nights are for sale again, and nothing is refunded.',
    noShow:
      'The guest did not arrive. Possible from the day after the check-in date. The no-show penalty is due.',
    cannotHonour:
      'The hotel has no room for the guest. The booking is cancelled without a penalty, and the rooms are not sold again.',
  },
  field: {
    from: 'First day',
    to: 'Last day',
    roomsLeft: 'Rooms left to sell',
    doublePrice: 'Price for two adults',
    minStay: 'Minimum stay (nights)',
    stopSell: 'Stop sell',
    messageId: 'Message id',
    cursor: 'After event number',
    upTo: 'Up to event number',
  },
  texts: {
    create: 'Create credentials for a hotel',
    createNew: 'New test hotel',
    hint: 'Do you build a hotel system? This creates a private hotel, a key for its system, and a key to book its rooms.',
    needed: 'Create credentials for a hotel first.',
    hotel: 'Your hotel',
    openAsManager: 'Open the hotel page as a manager',
    openAsReception: 'Open it as front desk',
    pageHint:
      'The page that hotel staff use on their phones. Book in one window, and see the booking arrive in the other.',
    clientId: 'Client id of the hotel system',
    apiKey: 'API key of the hotel system',
    notChanged: 'not changed',
    yes: 'yes',
    no: 'no',
    nothingNew: 'No new events.',
    acknowledged: 'Acknowledged up to event number',
    event: (number: number) => `Event ${number}`,
    eventKind: {
      'booking.confirmed': 'confirmed',
      'booking.modified': 'modified',
      'booking.cancelled': 'cancelled',
      'booking.checked_in': 'checked in',
      'booking.checked_out': 'checked out',
      'booking.no_show': 'no-show',
      'booking.not_honoured': 'not honoured by the hotel',
      'booking.corrected': 'step taken back by the hotel',
    } as Record<string, string>,
    pushStatus: {
      APPLIED: 'applied',
      WARNING: 'applied with a warning',
      REJECTED: 'rejected',
    } as Record<string, string>,
  },
};

export type SupplyWords = typeof supplyEn;
