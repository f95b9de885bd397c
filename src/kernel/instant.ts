let last = { milliseconds: Number.NaN, text: '' };

/** An instant as ISO 8601 text. The last one is kept: a booking writes the time of its batch five times. */
export function formatInstant(milliseconds: number): string {
  if (milliseconds !== last.milliseconds) last = { milliseconds, text: new Date(milliseconds).toISOString() };
  return last.text;
}
