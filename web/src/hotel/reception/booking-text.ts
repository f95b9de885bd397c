import type { Charge, HotelBooking } from '../../../../src/http/hotel-page/hotel-api.ts';
import { isolated } from '../isolated.ts';
import { amountText } from '../money.ts';
import type { ReceptionWords } from '../words/reception-en.ts';
import type { ShellWords } from '../words/shell-en.ts';

/** The texts that describe a booking. */
export interface BookingSpeech {
  words: ReceptionWords;
  shell: ShellWords;
}

/** What is owed for a booking: what the amount is for, the amount or its absence, and who pays or collects it. */
export interface Owed {
  label: string;
  text: string;
  note: string;
  /** True if the guest pays the amount to the hotel. */
  isDue: boolean;
}

export function owedText(booking: HotelBooking, speech: BookingSpeech): Owed {
  const { words } = speech;
  const { status, ended } = booking;
  if (status === 'NO_SHOW')
    // If the report of the no-show was not sent yet, the booking has no `ended`. The terms of the booking then
    // determine what the no-show costs.
    return chargeText(
      words.noShowCharge,
      ended === null ? booking.no_show_charge : ended.charge,
      booking,
      speech,
    );
  if (status === 'CANCELLED') return chargeText(words.cancellationCharge, ended?.charge, booking, speech);
  return dueText(booking, speech);
}

function dueText(booking: HotelBooking, { words, shell }: BookingSpeech): Owed {
  const { due_at_hotel, currency, collected_by, channel, status, retained = '0' } = booking;
  const label = words.due;
  if (Number(due_at_hotel) === 0) {
    const isPrepaid = collected_by === 'PARTNER';
    const note = isPrepaid ? words.paidToPartner(isolated(channel)) : '';
    return { label, text: isPrepaid ? words.prepaid : words.nothingDue, note, isDue: false };
  }
  const notes = [
    // After the check-out, the page cannot know whether the guest has paid.
    ...(status === 'CHECKED_OUT' ? [] : [words.collect]),
    ...(Number(retained) > 0 ? [words.retained(amountText(retained, currency, shell))] : []),
  ];
  return { label, text: amountText(due_at_hotel, currency, shell), note: notes.join(' · '), isDue: true };
}

/** `charge` is undefined if the charge was not loaded. */
function chargeText(
  label: string,
  charge: Charge | undefined,
  { currency, channel }: HotelBooking,
  { words, shell }: BookingSpeech,
): Owed {
  if (charge === undefined) return { label, text: words.chargeUnknown, note: '', isDue: false };
  const { owed_by, amount } = charge;
  if (owed_by === 'NOBODY') return { label, text: words.owedByNobody, note: words.nothingDue, isDue: false };
  if (owed_by === 'PARTNER')
    return { label, text: words.nothingDue, note: words.owedByPartner(isolated(channel)), isDue: false };
  return { label, text: amountText(amount!, currency, shell), note: words.owedByGuest, isDue: true };
}

/** Returns the text about a no-show that was not reported yet: what the no-show costs, and who pays. */
export function noShowText(
  { no_show_charge: charge, currency, channel }: HotelBooking,
  { words, shell }: BookingSpeech,
): string {
  if (charge === undefined) return words.noShowOwed.UNKNOWN;
  if (charge.owed_by === 'GUEST') return words.noShowOwed.GUEST(amountText(charge.amount!, currency, shell));
  return charge.owed_by === 'PARTNER' ? words.noShowOwed.PARTNER(isolated(channel)) : words.noShowOwed.NOBODY;
}

export function partyText(
  { adults, children }: Pick<HotelBooking, 'adults' | 'children'>,
  { words, shell }: BookingSpeech,
): string {
  return [words.adults(adults), ...(children > 0 ? [words.children(children)] : [])].join(`${shell.comma} `);
}

export function statusText({ status, ended }: HotelBooking, words: ReceptionWords): string {
  if (status === 'CANCELLED' && ended?.by_hotel) return words.notHonoured;
  return words.statuses[status];
}

/** Returns the reason why a booking is new for the reception. */
export function newsText({ status, revision }: HotelBooking, words: ReceptionWords): string {
  return words.news[newsOf({ status, revision })];
}

export function newsOf({
  status,
  revision,
}: Pick<HotelBooking, 'status' | 'revision'>): 'cancelled' | 'confirmed' | 'changed' {
  if (status === 'CANCELLED') return 'cancelled';
  return revision === 1 ? 'confirmed' : 'changed';
}
