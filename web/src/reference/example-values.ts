/** The day that the examples of the document begin with. */
const EXAMPLE_DAY = '2027-01-15';
/** Where that day is moved to: far enough for every operation, and inside the calendar of the demo hotels. */
const DAYS_AHEAD = 30;
const DAY_MILLISECONDS = 86_400_000;
const BAGHDAD_MILLISECONDS = 3 * 3_600_000;

const DAY = /(?<![\w-])\d{4}-\d{2}-\d{2}(?=T|$|[^\w-])/g;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

function daysToMove(now: number): number {
  const today = Math.floor((now + BAGHDAD_MILLISECONDS) / DAY_MILLISECONDS);
  return today + DAYS_AHEAD - Date.parse(EXAMPLE_DAY) / DAY_MILLISECONDS;
}

/** An example with its dates moved, all by the same number of days, so that it is never in the past. */
export function movedExample<Value>(example: Value, now: number): Value {
  const days = daysToMove(now);
  return mapped(example, (text) =>
    text.replace(DAY, (day) =>
      new Date(Date.parse(day) + days * DAY_MILLISECONDS).toISOString().slice(0, 10),
    ),
  );
}

/** The same for a request. A time in it says when it was made, which is now. */
export function movedRequest<Value>(example: Value, now: number): Value {
  const instant = `${new Date(now).toISOString().slice(0, 19)}Z`;
  return movedExample(
    mapped(example, (text) => (INSTANT.test(text) ? instantBefore(instant, now) : text)),
    now,
  );
}

/** `movedExample` moves it forward again. */
function instantBefore(instant: string, now: number): string {
  const moved = Date.parse(instant) - daysToMove(now) * DAY_MILLISECONDS;
  return `${new Date(moved).toISOString().slice(0, 19)}Z`;
}

/** The value with every text in it replaced. */
export function mapped<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value) as Value;
  if (Array.isArray(value)) return value.map((item) => mapped(item, change)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, mapped(inner, change)]),
  ) as Value;
}
