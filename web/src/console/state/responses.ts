import { offersOf, valuesOf } from '../offers.ts';
import type { OperationId } from '../operation.ts';
import type { Call, Session } from './session.ts';
import { withValues } from './values.ts';

/**
 * Returns the session after a response. A successful response sets the next step, and fills in fields of the next
 * forms.
 */
export function withResponse(session: Session, call: Call): Session {
  const { operation, response } = call;
  const next: Session = { ...session, responses: { ...session.responses, [operation]: call } };
  const data = response?.status === 200 ? response.body?.data : undefined;
  if (data === undefined) return next;
  switch (operation) {
    case 'listHotels':
      return { ...next, hotels: data };
    case 'search':
      return data.length === 0
        ? without(next, AFTER_SEARCH)
        : withValues({ ...without(next, AFTER_SEARCH), step: 'priceCheck' }, valuesOf(offersOf(data[0])[0]!));
    case 'priceCheck':
      return withValues(
        {
          // Without an active hold, the last prebook response does not belong to this price, so that response is
          // removed too.
          ...without(next, session.lock === null ? ['prebook', ...AFTER_PREBOOK] : AFTER_PREBOOK),
          quote: data,
          step: data.lock_state === 'LOCKED' ? 'book' : 'prebook',
        },
        { quoteId: data.quote_id, expectedTotal: data.total },
      );
    case 'prebook':
      return withValues(
        { ...without(next, AFTER_PREBOOK), lock: data, step: 'book' },
        { prebookToken: data.prebook_token, expectedTotal: data.total },
      );
    case 'createBooking':
      return withValues(
        { ...without(next, AFTER_BOOKING), booking: data, lock: null, quote: null, step: 'voucher' },
        { bookingId: data.voucher_id, prebookToken: '', quoteId: '', expectedTotal: '' },
      );
    case 'getBooking':
      return { ...next, booking: data, step: data.status === 'CONFIRMED' ? 'cancel' : session.step };
    case 'cancelBooking':
      return data.dry_run === true ? next : { ...next, booking: data, step: 'search' };
    case 'readReservations':
      return withValues(next, {
        upTo: String(response!.body.cursor),
        bookingId: data.at(-1)?.reservation.voucher_id ?? session.values.bookingId,
      });
    case 'createWebhook':
      return withValues(next, { webhookId: data.webhook_id });
    case 'listWebhooks':
      return withValues(next, { webhookId: session.values.webhookId || (data[0]?.webhook_id ?? '') });
    case 'deleteWebhook':
      return withValues(next, { webhookId: '' });
    default:
      return next;
  }
}

const AFTER_BOOKING: OperationId[] = ['getBooking', 'cancelBooking'];
const AFTER_PREBOOK: OperationId[] = ['createBooking', ...AFTER_BOOKING];
const AFTER_SEARCH: OperationId[] = ['priceCheck', 'prebook', ...AFTER_PREBOOK];

/**
 * Removes the responses of these operations, because they belong to an earlier stay. The history still contains these
 * responses.
 */
function without(session: Session, operations: OperationId[]): Session {
  const responses = Object.entries(session.responses).filter(
    ([id]) => !operations.includes(id as OperationId),
  );
  return { ...session, responses: Object.fromEntries(responses) };
}
