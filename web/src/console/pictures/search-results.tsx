import type { Dispatch } from 'react';
import { instantText } from '../../i18n/dates.ts';
import { moneyText } from '../../parts/money.ts';
import { Name, useNameOf } from '../names.tsx';
import { type Offer, offersOf, valuesOf } from '../offers.ts';
import type { Event } from '../state/learn.ts';
import type { Data } from '../state/session.ts';
import { useConsoleLanguage } from '../use-words.ts';

interface SearchResultsProps {
  hotels: Data[];
  ratePlanId: string;
  dispatch: Dispatch<Event>;
}

export function SearchResults({ hotels, ratePlanId, dispatch }: SearchResultsProps) {
  const { words } = useConsoleLanguage();
  if (hotels.length === 0) return <p className="hint">{words.nothingFound}</p>;
  return (
    <ol className="results">
      {hotels.map((hotel) => (
        <li key={hotel.id}>
          <h4>
            <Name of={hotel} /> <small>{hotel.public_id}</small>
          </h4>
          <ul>
            {offersOf(hotel).map((offer) => (
              <OfferRow
                key={offer.plan.rate_plan_id}
                offer={offer}
                isChosen={ratePlanId === offer.plan.rate_plan_id}
                onChoose={() => dispatch({ kind: 'fields', values: valuesOf(offer) })}
              />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function OfferRow({ offer, isChosen, onChoose }: { offer: Offer; isChosen: boolean; onChoose: () => void }) {
  const { words } = useConsoleLanguage();
  const nameOf = useNameOf();
  const { hotel, room, plan } = offer;
  const price = moneyText(plan.total, plan.currency);
  const verb = isChosen ? words.chosen : words.choose;
  return (
    <li className={isChosen ? 'chosen' : undefined}>
      <span>
        <Name of={room} /> <small>{words.board[plan.pricing_model] ?? plan.pricing_model}</small>
      </span>
      <span className="left">{words.roomsLeft(room.available)}</span>
      <span>
        <Cancelling facts={plan.cancellation} />
        <small>{words.payTo[plan.payment.collected_by]}</small>
      </span>
      <span className="price">
        <bdi>{price}</bdi>
        <small>{words.perStay}</small>
      </span>
      <button
        type="button"
        aria-pressed={isChosen}
        aria-label={`${verb}: ${nameOf(hotel).text}, ${nameOf(room).text}, ${price}`}
        onClick={onChoose}
      >
        {verb}
      </button>
    </li>
  );
}

function Cancelling({ facts }: { facts: { refundable: boolean; free_until: string | null } }) {
  const { words } = useConsoleLanguage();
  if (facts.free_until !== null)
    return <span className="good">{words.freeUntil(instantText(facts.free_until, words))}</span>;
  return <span>{facts.refundable ? words.refundable : words.nonRefundable}</span>;
}
