import type { HotelBooking } from '../../../../src/http/hotel-page/hotel-api.ts';
import { moneyText } from '../../parts/money.ts';
import type { ReceptionWords } from '../words/reception-en.ts';

/** Whether the guest pays anything at the reception. */
export function isDue({ due_at_hotel }: HotelBooking): boolean {
  return Number(due_at_hotel) > 0;
}

export function dueText(booking: HotelBooking, words: ReceptionWords): string {
  return isDue(booking) ? moneyText(booking.due_at_hotel, booking.currency) : words.nothingDue;
}

/** Says who collects the payment: the hotel at reception, or the partner, who has already collected it. */
export function collectorText(booking: HotelBooking, words: ReceptionWords): string {
  if (isDue(booking)) return [words.collect, retainedText(booking, words)].filter(Boolean).join(' · ');
  return booking.collected_by === 'PARTNER' ? words.paidToPartner(booking.channel) : '';
}

/** Why the guest pays more than the price of the stay. Empty for an ended booking: only its penalty is due. */
function retainedText({ retained = '0', currency, ended }: HotelBooking, words: ReceptionWords): string {
  return Number(retained) > 0 && ended === null ? words.retained(moneyText(retained, currency)) : '';
}

export function partyText({ adults, children }: HotelBooking, words: ReceptionWords, comma: string): string {
  return [words.adults(adults), ...(children > 0 ? [words.children(children)] : [])].join(`${comma} `);
}

export function statusText({ status, ended }: HotelBooking, words: ReceptionWords): string {
  if (status === 'CANCELLED' && ended?.by_hotel) return words.notHonoured;
  return words.statuses[status];
}

/** Why a booking is new for the reception. */
export function newsText({ status, revision }: HotelBooking, words: ReceptionWords): string {
  if (status === 'CANCELLED') return words.news.cancelled;
  return revision === 1 ? words.news.confirmed : words.news.changed;
}
