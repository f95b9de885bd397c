import { isolated, leftToRight } from '../../i18n/isolate.ts';
import { moneyText } from '../../parts/money.ts';
import { Link } from '../../parts/router.tsx';
import { wishFirstField } from '../focus.ts';
import { type NameText, useNameOf } from '../names.tsx';
import { chosenOffer } from '../offers.ts';
import type { Operation, OperationId } from '../operation.ts';
import { addressOf } from '../operations.ts';
import { type Data, dataOf, type Session } from '../state/session.ts';
import { type AllWords, useConsoleWords } from '../use-words.ts';

interface NextStepProps {
  operation: Operation;
  data: Data;
  session: Session;
}

/**
 * After a successful request, shows the next request and what it will do. After a search, this part stays visible while
 * the reader scrolls through the long list of results.
 */
export function NextStep({ operation, data, session }: NextStepProps) {
  const words = useConsoleWords();
  const nameOf = useNameOf();
  const next = nextOf(operation, data);
  if (next === undefined || (operation.id === 'search' && data.length === 0)) return null;
  return (
    <div className={operation.id === 'search' ? 'next sticky' : 'next'}>
      <p aria-live="polite">{willOf(next, session, words, (thing) => nameOf(thing))}</p>
      <Link className="primary" href={addressOf(next)} onClickCapture={wishFirstField}>
        {words.next(words.operation[next])}
      </Link>
    </div>
  );
}

function nextOf(operation: Operation, data: Data): OperationId | undefined {
  // After a dry run, the reader sends the same form again without the dry run.
  if (data?.dry_run === true) return undefined;
  // A hold already keeps the rooms and the price.
  if (operation.id === 'priceCheck' && data.lock_state === 'LOCKED') return 'createBooking';
  // Only a confirmed booking can be cancelled.
  if (operation.next === 'cancelBooking' && data.status !== 'CONFIRMED') return 'search';
  return operation.next;
}

/** What the next request will do, in words. */
function willOf(
  next: OperationId,
  session: Session,
  words: AllWords,
  nameOf: (thing: Data) => NameText,
): string {
  const { values, lock, quote } = session;
  switch (next) {
    case 'priceCheck':
      return words.will.priceCheck(stayOf(session, words, nameOf));
    case 'prebook':
      return words.will.prebook(isolated(values.guestName));
    case 'createBooking':
      if (values.prebookToken !== '' && lock !== null) return words.will.bookHeld;
      if (values.quoteId !== '' && quote !== null)
        return words.will.bookQuoted(leftToRight(moneyText(quote.total, quote.currency)));
      return words.will.book;
    case 'getBooking':
      return words.will.getBooking(leftToRight(values.bookingId));
    case 'cancelBooking':
      return words.will.cancelBooking(leftToRight(values.bookingId));
    case 'search':
      return words.will.search;
    default:
      return words.operationNote[next];
  }
}

/** The hotel, room and dates in the forms. After a search, also the price. */
function stayOf(session: Session, words: AllWords, nameOf: (thing: Data) => NameText): string {
  const { values, hotels, roomTypes } = session;
  const offer = chosenOffer(dataOf(session, 'search') ?? [], values.ratePlanId);
  const hotel = offer?.hotel ?? hotels.find((one) => one.public_id === values.hotelId);
  const room = offer?.room ?? roomTypes.find((one) => one.id === values.roomTypeId);
  const parts = [
    ...[hotel, room].filter(Boolean).map((thing) => isolated(nameOf(thing).text)),
    `${leftToRight(values.checkIn)} – ${leftToRight(values.checkOut)}`,
    ...(offer === null ? [] : [leftToRight(moneyText(offer.plan.total, offer.plan.currency))]),
  ];
  return parts.join(`${words.comma} `);
}
