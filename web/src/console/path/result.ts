import { leftToRight } from '../../i18n/isolate.ts';
import { moneyText } from '../../parts/money.ts';
import { offersOf } from '../offers.ts';
import type { OperationId } from '../operation.ts';
import { type Data, dataOf, type Session } from '../state/session.ts';
import type { AllWords } from '../use-words.ts';

/** Baghdad keeps UTC+3 all year. */
const BAGHDAD_MILLISECONDS = 3 * 3_600_000;

export interface Result {
  text: string;
  isGood: boolean;
}

/** The result of a step in one line. Null if the request was not sent yet. */
export function resultOf(operation: OperationId, session: Session, words: AllWords): Result | null {
  const call = session.responses[operation];
  if (call === undefined) return null;
  const { response } = call;
  if (response === null) return { text: words.result.noResponse, isGood: false };
  const data = dataOf(session, operation);
  if (data === undefined)
    return { text: `${response.status} ${response.body?.error?.code ?? ''}`, isGood: false };
  return textOf(operation, data, words);
}

function textOf(operation: OperationId, data: Data, words: AllWords): Result | null {
  const good = (text: string): Result => ({ text, isGood: true });
  switch (operation) {
    case 'search':
      return data.length === 0
        ? { text: words.result.noHotels, isGood: false }
        : good(words.result.hotels(data.length, cheapest(data)));
    case 'priceCheck':
      return good(
        words.result.quote(leftToRight(moneyText(data.total, data.currency)), timeOf(data.expires_at)),
      );
    case 'prebook':
      return Date.parse(data.expires_at) < Date.now()
        ? { text: words.result.holdOver, isGood: false }
        : good(words.result.hold(leftToRight(moneyText(data.total, data.currency)), timeOf(data.expires_at)));
    case 'createBooking':
      return good(
        `${leftToRight(data.voucher_id)} · ${leftToRight(moneyText(data.price.total, data.price.currency))}`,
      );
    case 'getBooking':
      return good(words.bookingStatus[data.status] ?? data.status);
    case 'cancelBooking':
      return data.cancelled === null
        ? null
        : good(words.result.cancelled(amount(data, 'penalty_amount'), amount(data, 'refund_amount')));
    default:
      return null;
  }
}

function amount({ cancelled }: Data, name: string): string {
  return leftToRight(moneyText(cancelled[name], cancelled.currency));
}

/**
 * The lowest price of a search. It is the price of the first hotel, because the service sorts hotels by price. The page
 * cannot find the lowest price itself, because the prices may be in two currencies.
 */
function cheapest(hotels: Data[]): string {
  const { plan } = offersOf(hotels[0])[0]!;
  return leftToRight(moneyText(plan.total, plan.currency));
}

function timeOf(instant: string): string {
  return leftToRight(new Date(Date.parse(instant) + BAGHDAD_MILLISECONDS).toISOString().slice(11, 16));
}
