import type { Dispatch } from 'react';
import { useLanguage, useWords } from '../i18n/language.tsx';
import { Bill, LockCountdown } from './bill.tsx';
import { HeatMap } from './heat-map.tsx';
import type { Operation } from './operations.ts';
import type { Data, Event, Session } from './session.ts';
import { VoucherCard } from './voucher-card.tsx';

export interface PictureProps {
  operation: Operation;
  body: Data;
  session: Session;
  dispatch: Dispatch<Event>;
}

/** An answer as people would rather look at it. */
export function Picture(props: PictureProps) {
  const { operation, body, session, dispatch } = props;
  switch (operation.id) {
    case 'search':
      return <SearchResults {...props} />;
    case 'listHotels':
      return (
        <Things
          things={body.data}
          note={(hotel) => `${'★'.repeat(hotel.star_rating)} ${hotel.city}`}
          code="public_id"
        />
      );
    case 'listRoomTypes':
      return (
        <Things
          things={body.data}
          note={(room) => `≤ ${room.max_occupancy} · ${room.size_sqm} m²`}
          code="code"
        />
      );
    case 'listRatePlans':
      return (
        <Things things={body.data} note={(plan) => `${plan.double_price} ${plan.currency}`} code="code" />
      );
    case 'availability':
      return <HeatMap days={body.data} values={session.values} dispatch={dispatch} />;
    case 'priceCheck':
      return <Bill price={body.data} timeline={body.data.cancellation.timeline} />;
    case 'prebook':
      return (
        <>
          <LockCountdown until={body.data.expires_at} />
          <Bill price={body.data} timeline={body.data.cancellation.timeline} />
        </>
      );
    case 'health':
      return <Health body={body} />;
    default:
      return <VoucherCard booking={body.data} />;
  }
}

function Things({ things, note, code }: { things: Data[]; note: (thing: Data) => string; code: string }) {
  const { language } = useLanguage();
  return (
    <ul className="things">
      {things.map((thing) => (
        <li key={thing.id}>
          <strong>{language === 'en' ? thing.name_en : thing.name_ar}</strong>
          <span>{note(thing)}</span>
          <code>{thing[code]}</code>
        </li>
      ))}
    </ul>
  );
}

function SearchResults({ body, session, dispatch }: PictureProps) {
  const { words, language } = useLanguage();
  if (body.data.length === 0) return <p className="hint">{words.nothingFound}</p>;
  const named = (thing: Data) => (language === 'en' ? thing.name_en : thing.name_ar);
  return (
    <ol className="results">
      {body.data.map((hotel: Data) => (
        <li key={hotel.id}>
          <h4>
            {named(hotel)} <small>{hotel.public_id}</small>
          </h4>
          <ul>
            {hotel.rooms.flatMap((room: Data) =>
              room.rate_plans.map((plan: Data) => {
                const isChosen = session.values.ratePlanId === plan.rate_plan_id;
                return (
                  <li key={plan.rate_plan_id} className={isChosen ? 'chosen' : undefined}>
                    <span>
                      {named(room)} <small>{words.board[plan.pricing_model] ?? plan.pricing_model}</small>
                    </span>
                    <span className="left">{words.roomsLeft(room.available)}</span>
                    <Cancelling facts={plan.cancellation} />
                    <span className="price">
                      <bdi>
                        {plan.total} {plan.currency}
                      </bdi>
                      <small>{words.perStay}</small>
                    </span>
                    <button
                      type="button"
                      aria-pressed={isChosen}
                      aria-label={`${isChosen ? words.chosen : words.choose}: ${named(hotel)}, ${named(room)}, ${plan.total} ${plan.currency}`}
                      onClick={() =>
                        dispatch({
                          kind: 'fields',
                          values: {
                            hotelId: hotel.public_id,
                            roomTypeId: room.room_type_id,
                            ratePlanId: plan.rate_plan_id,
                          },
                        })
                      }
                    >
                      {isChosen ? words.chosen : words.choose}
                    </button>
                  </li>
                );
              }),
            )}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function Cancelling({ facts }: { facts: { refundable: boolean; free_until: string | null } }) {
  const { words, language } = useLanguage();
  if (facts.free_until !== null)
    return <span className="good">{words.freeUntil(shortInstant(facts.free_until, language))}</span>;
  return <span>{facts.refundable ? words.refundable : words.nonRefundable}</span>;
}

/** An instant as a clock in Baghdad shows it. */
export function shortInstant(instant: string, language: string): string {
  // Western digits in every language: the same ones that stand in the request.
  return new Intl.DateTimeFormat(`${language === 'ckb' ? 'ar' : language}-u-nu-latn`, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Baghdad',
  }).format(new Date(instant));
}

function Health({ body }: { body: Data }) {
  const words = useWords();
  return (
    <dl className="facts-list">
      <div>
        <dt>{words.health}</dt>
        <dd className={body.status === 'OPERATIONAL' ? 'good' : 'bad'}>{body.status}</dd>
      </div>
      <div>
        <dt>{words.release}</dt>
        <dd>v{body.version}</dd>
      </div>
      <div>
        <dt>{words.time}</dt>
        <dd>{words.healthDetail(body.latency.p50_ms, body.latency.p99_ms)}</dd>
      </div>
    </dl>
  );
}
