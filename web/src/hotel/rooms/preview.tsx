import type {
  CalendarPlan,
  CalendarUpdate,
  CalendarView,
  CellChange,
  DayPrices,
  PreviewView,
} from '../../../../src/http/hotel-page/calendar-api.ts';
import { countChanged, linesOf } from './calendar-change.ts';
import { PRICE_FIELDS } from './change-form.ts';
import { productText, rangeText, type Speech, shortPrice } from './words.ts';

const SHOWN_LINES = 12;

/** Shows what a change would do: warnings first, then each day with its old and new values. */
export function Preview({
  view,
  preview,
  update,
  speech,
}: {
  view: CalendarView;
  preview: PreviewView;
  update: CalendarUpdate;
  speech: Speech;
}) {
  const { words } = speech;
  const lines = linesOf(preview.changes);
  const count = countChanged(preview.changes);
  return (
    <div className="rooms-preview">
      <h3>{productText(view, update.rate_plan ?? update.room_type, speech)}</h3>
      {preview.warnings.length > 0 && (
        <section className="rooms-warnings" aria-label={words.warningsTitle}>
          <strong>{words.warningsTitle}</strong>
          <ul>
            {preview.warnings.map(({ code, product, day, days }) => (
              <li key={code + product + day}>
                {words.warnings[code](`${rangeText(day, day, speech)} (${words.days(days)})`)}
              </li>
            ))}
          </ul>
        </section>
      )}
      <p>
        <strong>{count === 0 ? words.form.nothing : words.days(count)}</strong>
      </p>
      <ul className="rooms-lines">
        {lines.slice(0, SHOWN_LINES).map(({ first, to }) => (
          <li key={first.product + first.day}>
            <span>{rangeText(first.day, to, speech)}</span>
            <span className="rooms-differences">
              {differences(first, update, planOf(view, first.product), speech).map(
                ([name, before, after]) => (
                  <span key={name}>
                    {name !== '' && `${name}: `}
                    <bdi>{words.form.from_to(before, after)}</bdi>
                  </span>
                ),
              )}
            </span>
          </li>
        ))}
        {lines.length > SHOWN_LINES && <li>{words.form.moreDays(lines.length - SHOWN_LINES)}</li>}
      </ul>
    </div>
  );
}

function planOf({ rooms }: CalendarView, id: string): CalendarPlan | undefined {
  return rooms.flatMap(({ plans }) => plans).find((plan) => plan.id === id);
}

/** The values that the change sets: name, old value, new value. */
function differences(
  { before, after }: CellChange,
  { set }: CalendarUpdate,
  plan: CalendarPlan | undefined,
  speech: Speech,
): [string, string, string][] {
  const { words } = speech;
  const found: [string, string, string][] = [];
  if (before.state !== undefined && after.state !== undefined && before.state !== after.state)
    found.push(['', words.state[before.state], words.state[after.state]]);
  if (before.allotment !== after.allotment)
    found.push([words.allotment, String(before.allotment ?? 0), String(after.allotment ?? 0)]);
  if (before.prices !== undefined)
    for (const field of PRICE_FIELDS) {
      if (set.prices && set.prices[field] === undefined) continue;
      const [old, fresh] = [before.prices, after.prices].map((one) => priceText(one, field, plan, speech));
      if (old !== fresh) found.push([words.prices[field], old!, fresh!]);
    }
  return found;
}

/**
 * A price with its currency. If the price is the usual price, its amount is shown too, unless a node of the previous
 * release sent the calendar.
 */
function priceText(
  prices: DayPrices | null | undefined,
  field: (typeof PRICE_FIELDS)[number],
  plan: CalendarPlan | undefined,
  speech: Speech,
): string {
  if (prices) return shortPrice(prices[field], plan?.currency, speech);
  const usual = plan?.usual_prices?.[field];
  return usual === undefined
    ? speech.words.usual
    : speech.words.usualOf(shortPrice(usual, plan?.currency, speech));
}
