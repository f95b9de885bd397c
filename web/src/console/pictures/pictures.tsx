import type { ReactNode } from 'react';
import { useLanguage } from '../../i18n/language.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { StarIcon } from '../../parts/icons.tsx';
import { moneyText } from '../../parts/money.ts';
import { cityIn } from '../cities.ts';
import { Name } from '../names.tsx';
import type { Operation } from '../operation.ts';
import type { Data, Session } from '../state/session.ts';
import { dispatch } from '../state/store.ts';
import { useConsoleWords } from '../use-words.ts';
import { AuditLog } from './audit-log.tsx';
import { Bill, LockCountdown, LockState } from './bill.tsx';
import { Events } from './events.tsx';
import { HeatMap } from './heat-map.tsx';
import { SearchResults } from './search-results.tsx';
import { Acknowledged, Products, PushResults, Reservation, Reservations } from './supply-pictures.tsx';
import { VoucherCard } from './voucher-card.tsx';
import { Deleted, TestResult, Webhook, Webhooks } from './webhook-pictures.tsx';

export interface PictureProps {
  operation: Operation;
  body: Data;
  session: Session;
}

/** Shows a response in a form that is easier to read than JSON. */
export function Picture({ operation, body, session }: PictureProps) {
  const { language } = useLanguage();
  const { data } = body;
  switch (operation.id) {
    case 'search':
      return <SearchResults hotels={data} ratePlanId={session.values.ratePlanId} dispatch={dispatch} />;
    case 'listHotels':
      return (
        <Things
          things={data}
          note={(hotel) => (
            <>
              {hotel.star_rating} <StarIcon /> {cityIn(language, hotel.city)}
            </>
          )}
          code="public_id"
        />
      );
    case 'listRoomTypes':
      return (
        <Things
          things={data}
          note={(room) => <bdi dir="ltr">{`≤ ${room.max_occupancy} · ${room.size_sqm} m²`}</bdi>}
          code="code"
        />
      );
    case 'listRatePlans':
      return (
        <Things
          things={data}
          note={(plan) => <bdi>{moneyText(plan.double_price, plan.currency)}</bdi>}
          code="code"
        />
      );
    case 'availability':
      return <HeatMap days={data} values={session.values} dispatch={dispatch} />;
    case 'priceCheck':
      return (
        <>
          <LockState quote={data} />
          <Bill price={data} />
        </>
      );
    case 'prebook':
      return (
        <>
          <LockCountdown until={data.expires_at} />
          <Bill price={data} />
        </>
      );
    case 'supplyHotels':
      return <Things things={data} note={(hotel) => cityIn(language, hotel.city)} code="public_id" />;
    case 'supplyProducts':
      return <Products roomTypes={data} />;
    case 'pushAri':
      return <PushResults results={data.results} />;
    case 'readAri':
      return <CodeBlock label="JSON" code={JSON.stringify(data, null, 2)} />;
    case 'readReservations':
      return <Reservations events={data} />;
    case 'acknowledge':
      return <Acknowledged upTo={data.acknowledged} />;
    case 'checkIn':
    case 'checkOut':
    case 'noShow':
    case 'cannotHonour':
      return <Reservation reservation={data} />;
    case 'listEvents':
      return <Events page={body} hotels={session.hotels} dispatch={dispatch} />;
    case 'listWebhooks':
      return <Webhooks webhooks={data} />;
    case 'createWebhook':
    case 'getWebhook':
    case 'rotateSecret':
      return <Webhook webhook={data} />;
    case 'testWebhook':
      return <TestResult result={data} />;
    case 'deleteWebhook':
      return <Deleted />;
    case 'health':
      return <Health body={body} />;
    default:
      return (
        <>
          <VoucherCard booking={data} />
          {data.audit_log !== undefined && <AuditLog entries={data.audit_log} />}
        </>
      );
  }
}

interface ThingsProps {
  things: Data[];
  note: (thing: Data) => ReactNode;
  code: string;
}

function Things({ things, note, code }: ThingsProps) {
  return (
    <ul className="things">
      {things.map((thing) => (
        <li key={thing.id}>
          <strong>
            <Name of={thing} />
          </strong>
          <span>{note(thing)}</span>
          <code dir="ltr">{thing[code]}</code>
        </li>
      ))}
    </ul>
  );
}

function Health({ body }: { body: Data }) {
  const words = useConsoleWords();
  return (
    <dl className="facts-list">
      <div>
        <dt>{words.health}</dt>
        <dd className={body.status === 'OPERATIONAL' ? 'good' : 'bad'}>{body.status}</dd>
      </div>
      <div>
        <dt>{words.release}</dt>
        <dd>
          <bdi>{body.version}</bdi>
        </dd>
      </div>
      <div>
        <dt>{words.time}</dt>
        <dd>{words.healthDetail(body.latency.p50_ms, body.latency.p99_ms)}</dd>
      </div>
    </dl>
  );
}
