/** The first day in the examples of the OpenAPI document. */
const EXAMPLE_DAY = '2027-01-15';
/**
 * Dates are moved so that the first day is this many days from today. On that day, every operation works and the demo
 * hotels sell rooms.
 */
const DAYS_AHEAD = 30;
const DAY_MILLISECONDS = 86_400_000;
const BAGHDAD_MILLISECONDS = 3 * 3_600_000;

const DAY = /(?<![\w-])\d{4}-\d{2}-\d{2}(?=T|$|[^\w-])/g;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

function daysToMove(now: number): number {
  const today = Math.floor((now + BAGHDAD_MILLISECONDS) / DAY_MILLISECONDS);
  return today + DAYS_AHEAD - Date.parse(EXAMPLE_DAY) / DAY_MILLISECONDS;
}

/** Moves all dates of an example by the same number of days, so that no date is in the past. */
export function movedExample<Value>(example: Value, now: number): Value {
  const days = daysToMove(now);
  return mapped(example, (text) =>
    text.replace(DAY, (day) =>
      new Date(Date.parse(day) + days * DAY_MILLISECONDS).toISOString().slice(0, 10),
    ),
  );
}

/**
 * Moves the dates of a request. An instant in a request is the time of the request, so the current time replaces the
 * instant.
 */
export function movedRequest<Value>(example: Value, now: number): Value {
  const instant = `${new Date(now).toISOString().slice(0, 19)}Z`;
  return movedExample(
    mapped(example, (text) => (INSTANT.test(text) ? instantBefore(instant, now) : text)),
    now,
  );
}

/**
 * Moves an instant in the opposite direction to `movedExample`, by the same number of days. After `movedExample`, the
 * instant has its original value again.
 */
function instantBefore(instant: string, now: number): string {
  const moved = Date.parse(instant) - daysToMove(now) * DAY_MILLISECONDS;
  return `${new Date(moved).toISOString().slice(0, 19)}Z`;
}

/** Applies `change` to every text in a value. */
export function mapped<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value) as Value;
  if (Array.isArray(value)) return value.map((item) => mapped(item, change)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, mapped(inner, change)]),
  ) as Value;
}
