import { useWords } from '../i18n/language.tsx';
import { moneyText } from '../parts/money.ts';
import { Name } from './names.tsx';
import { chosenOffer } from './offers.ts';
import type { Operation, OperationId } from './operations.ts';
import type { Data, Session } from './session.ts';

/** A link to the next operation after a response. After a search it stays visible: the list of offers is long. */
export function NextStep({
  operation,
  data,
  session,
}: {
  operation: Operation;
  data: Data;
  session: Session;
}) {
  const words = useWords();
  const next = nextOf(operation, data);
  if (next === undefined) return null;
  const offer = operation.id === 'search' ? chosenOffer(data, session.values.ratePlanId) : null;
  if (operation.id === 'search' && offer === null) return null;
  return (
    <div className={offer === null ? 'next' : 'next sticky'}>
      {offer !== null && (
        <span aria-live="polite">
          {words.chosen}: <Name of={offer.hotel} />
          {words.comma} <Name of={offer.room} /> ·{' '}
          <bdi>{moneyText(offer.plan.total, offer.plan.currency)}</bdi>
        </span>
      )}
      <a className="primary" href={`#${next}`}>
        {words.next(words.operation[next])}
      </a>
    </div>
  );
}

function nextOf(operation: Operation, data: Data): OperationId | undefined {
  // Rooms and price are already held.
  if (operation.id === 'priceCheck' && data.lock_state === 'LOCKED') return 'createBooking';
  // Only a confirmed booking can be cancelled.
  if (operation.next === 'cancelBooking' && data.status !== 'CONFIRMED') return undefined;
  return operation.next;
}
