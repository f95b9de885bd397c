// The English texts of notices.

import type { NoticeWords } from './notice-words.ts';

export const NOTICE_EN: NoticeWords = {
  headings: { NEW: 'NEW BOOKING', CHANGED: 'BOOKING CHANGED', CANCELLED: 'BOOKING CANCELLED' },
  subjects: {
    NEW: (guest, arrival) => `NEW: ${guest}, arrives ${arrival}`,
    CHANGED: (guest, arrival) => `CHANGED: ${guest}, arrives ${arrival}`,
    CANCELLED: (guest, arrival) => `CANCELLED: ${guest}, arrival was ${arrival}`,
  },
  reminder: 'REMINDER',
  notConfirmed: 'You have not confirmed receipt of this booking yet.',
  requests: {
    NEW: 'Please enter this booking in your records and confirm that you have received it.',
    CHANGED: 'Please change this booking in your records and confirm that you have received the change.',
    CANCELLED:
      'Please cancel this booking in your records and confirm that you have received the cancellation. The room is no longer kept for this guest.',
  },
  changes: 'What changed',
  before: 'Before',
  now: 'Now',
  nothingVisible: 'Only some details have changed. The reception does not need them.',
  compareAll: 'Please compare all details with your records.',
  phoneChanged: 'The telephone number of the guest has changed. You find the new number in our message.',
  none: 'none',
  guestPhone: "Guest's telephone",
  confirm: 'Confirm receipt',
  confirmHint: 'The button opens a page. Confirm there with one more tap.',
  confirmed: (at) => `Receipt confirmed: ${at}`,
  changedSince: 'The booking has changed since your last confirmation. Please read it again and confirm.',
  page: 'Booking for the front desk',
  automatic: 'This message was sent automatically. Please do not reply.',
};
