// Writes a change in one line, for the operator's audit.

/** The maximum number of characters of a value. Longer values are cut. `--json` shows the full values. */
const VALUE_LENGTH = 40;
const LINE_LENGTH = 160;
const NONE = '–';

/** Lists the changed fields as `field: before -> after`. Fields that stayed the same are left out. */
export function changeInShort(before: unknown, after: unknown): string {
  if (!isRecord(before ?? {}) || !isRecord(after ?? {})) return cut(arrow(before, after), LINE_LENGTH);
  const [old, now] = [(before ?? {}) as Record<string, unknown>, (after ?? {}) as Record<string, unknown>];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const changed = names.filter((name) => text(old[name]) !== text(now[name]));
  if (changed.length === 0) return NONE;
  const shown = changed.map((name) =>
    name === 'days' ? daysInShort(old.days, now.days) : `${name}: ${arrow(old[name], now[name])}`,
  );
  return cut(shown.join(', '), LINE_LENGTH);
}

/** Describes the change of the first range of days, and adds the number of other ranges that have changed. */
function daysInShort(before: unknown, after: unknown): string {
  const [old, now] = [before, after].map((side) => (Array.isArray(side) ? side : []));
  const [first = {}, next = {}] = [old![0], now![0]] as (Record<string, unknown> | undefined)[];
  const { what, from, to } = { ...first, ...next };
  const values = Object.keys({ ...first, ...next }).filter((name) => !['what', 'from', 'to'].includes(name));
  const changed = values.map((name) => `${name} ${arrow(first[name], next[name])}`).join(', ');
  const when = from === to ? text(from) : `${text(from)} to ${text(to)}`;
  const others = Math.max(old!.length, now!.length) - 1;
  return `${text(what)} ${when}: ${changed}${others > 0 ? ` (and ${others} more)` : ''}`;
}

function arrow(before: unknown, after: unknown): string {
  return `${cut(text(before), VALUE_LENGTH)} -> ${cut(text(after), VALUE_LENGTH)}`;
}

/** Writes a value in one line. Each line break in a text becomes a space. */
function text(value: unknown): string {
  if (value === null || value === undefined) return NONE;
  return typeof value === 'string' ? value.replace(/\s+/g, ' ') : JSON.stringify(value);
}

function cut(whole: string, length: number): string {
  const characters = [...whole];
  return characters.length <= length ? whole : `${characters.slice(0, length - 1).join('')}…`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
