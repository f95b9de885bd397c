// Checks those rules for hotel files that the schema cannot express.

import { type Currency, formatMoney, type Minor, minor, parseMoney } from '../../kernel/money.ts';
import { parseTelephone } from '../../kernel/telephone.ts';
import type { HotelFile, PolicyFile, RatePlanFile, RoomTypeFile } from './hotel-file.schema.ts';
import type { FileProblem, Sound } from './schema-problems.ts';

/** The highest price that can be stored, because the database stores a price in four bytes. */
const LARGEST_PRICE = minor(2_147_483_647);

const EMAIL = /^[^\s@<>()",:;\\[\]]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+$/;
const MOST_PENALTY_NIGHTS = 30;
const A_TELEPHONE = 'must be a valid phone number, such as +9647701234567 or 0770 123 4567';

type Report = (path: string, message: string) => void;

/**
 * Returns the problems of a hotel. `hotel` does not contain the fields that the schema rejected, because the problems
 * of these fields were already reported.
 */
export function checkHotel(hotel: Sound<HotelFile>): FileProblem[] {
  const problems: FileProblem[] = [];
  const report: Report = (path, message) => problems.push({ path, message });
  checkContacts(hotel, report);
  for (const name of ['taxPercent', 'serviceChargePercent'] as const) {
    const percent = hotel.taxes?.[name];
    if (percent !== undefined && !hasTwoDecimals(percent))
      report(`.taxes.${name}`, `must be a number from 0 to 100 with at most two decimals, not ${percent}`);
  }
  hotel.images?.forEach((image, index) => {
    if (image?.url !== undefined && !URL.canParse(image.url))
      report(`.images[${index}].url`, 'must be a valid address that begins with https://');
  });
  const policies = hotel.cancellationPolicies ?? [];
  const rooms = hotel.roomTypes ?? [];
  reportRepeated(policies, '.cancellationPolicies', report);
  reportRepeated(rooms, '.roomTypes', report);
  policies.forEach((policy, index) => {
    if (policy !== undefined) checkPolicy(policy, `.cancellationPolicies[${index}]`, report);
  });
  const codes = policies.map((policy) => policy?.code);
  // If the schema rejected the list of policies or the code of a policy, the known codes are incomplete. Unknown policy
  // codes are then not reported.
  const known =
    hotel.cancellationPolicies === undefined || codes.includes(undefined) ? null : (codes as string[]);
  rooms.forEach((room, index) => {
    if (room !== undefined) checkRoom(room, known, `.roomTypes[${index}]`, report);
  });
  return problems;
}

function checkContacts(hotel: Sound<HotelFile>, report: Report): void {
  if (hotel.phone !== undefined && parseTelephone(hotel.phone) === null)
    report('.phone', `${A_TELEPHONE}, not "${hotel.phone}"`);
  hotel.frontDesk?.forEach((contact, index) => {
    if (contact === undefined) return;
    const path = `.frontDesk[${index}]`;
    if (!('phone' in contact) && !('email' in contact))
      report(path, 'must have a phone or an email, or both');
    if (contact.phone !== undefined && parseTelephone(contact.phone) === null)
      report(`${path}.phone`, `${A_TELEPHONE}, not "${contact.phone}"`);
    if (contact.email !== undefined && !EMAIL.test(contact.email))
      report(`${path}.email`, `must be an e-mail address of at most 254 characters, not "${contact.email}"`);
  });
}

function checkPolicy(policy: Sound<PolicyFile>, path: string, report: Report): void {
  const seen = new Map<number, number>();
  policy.rules?.forEach((rule, index) => {
    const hours = rule?.hoursBeforeCheckIn;
    if (hours !== undefined && seen.has(hours))
      report(
        `${path}.rules[${index}].hoursBeforeCheckIn`,
        `must differ from ${path.slice(1)}.rules[${seen.get(hours)}]: both are ${hours}`,
      );
    else if (hours !== undefined) seen.set(hours, index);
    checkPenalty(rule?.penalty, `${path}.rules[${index}].penalty`, report);
  });
  checkPenalty(policy.noShowPenalty, `${path}.noShowPenalty`, report);
}

function checkPenalty(
  penalty: Sound<PolicyFile['noShowPenalty']> | undefined,
  path: string,
  report: Report,
): void {
  if (penalty?.type === 'NIGHTS' && penalty.value !== undefined && penalty.value > MOST_PENALTY_NIGHTS)
    report(`${path}.value`, `must be from 0 to ${MOST_PENALTY_NIGHTS} for NIGHTS, not ${penalty.value}`);
}

function checkRoom(room: Sound<RoomTypeFile>, policies: string[] | null, path: string, report: Report): void {
  const { maxOccupancy } = room;
  for (const name of ['maxAdults', 'maxChildren'] as const) {
    const most = room[name];
    if (maxOccupancy !== undefined && most !== undefined && most > maxOccupancy)
      report(`${path}.${name}`, `must be at most maxOccupancy, which is ${maxOccupancy}, not ${most}`);
  }
  reportRepeated(room.ratePlans ?? [], `${path}.ratePlans`, report);
  room.ratePlans?.forEach((plan, index) => {
    if (plan !== undefined) checkPlan(plan, policies, `${path}.ratePlans[${index}]`, report);
  });
}

function checkPlan(plan: Sound<RatePlanFile>, policies: string[] | null, path: string, report: Report): void {
  const { cancellationPolicy, currency, prices } = plan;
  if (cancellationPolicy !== undefined && policies !== null && !policies.includes(cancellationPolicy))
    report(
      `${path}.cancellationPolicy`,
      `must be a code of cancellationPolicies (${policies.join(', ') || 'there are none'}), not "${cancellationPolicy}"`,
    );
  if (currency === undefined || prices === undefined) return;
  for (const name of ['single', 'double', 'extraAdult', 'child'] as const) {
    const text = prices[name];
    const problem = text === undefined ? null : priceProblem(text, currency, minimumOf(name));
    if (problem !== null) report(`${path}.prices.${name}`, problem);
  }
}

/**
 * Returns the lowest valid value of a price. The price of a room must be above zero. An additional adult or a child may
 * be free.
 */
export function minimumOf(price: 'single' | 'double' | 'extraAdult' | 'child'): Minor {
  return minor(price === 'single' || price === 'double' ? 1 : 0);
}

/** Returns the problem of a price, or null if the text is a valid price in the currency. */
export function priceProblem(text: string, currency: Currency, least: Minor): string | null {
  const amount = parseMoney(text, currency);
  if (amount !== null && amount >= least && amount <= LARGEST_PRICE) return null;
  const decimals = currency === 'IQD' ? 'without decimals' : 'with at most two decimals';
  const range = `from ${formatMoney(least, currency)} to ${formatMoney(LARGEST_PRICE, currency)}`;
  return `must be an amount in ${currency}, ${decimals}, ${range}, not "${text}"`;
}

function hasTwoDecimals(percent: number): boolean {
  return Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-7;
}

function reportRepeated(items: (Sound<{ code: string }> | undefined)[], path: string, report: Report): void {
  const seen = new Map<string, number>();
  items.forEach((item, index) => {
    const code = item?.code;
    if (code === undefined) return;
    const first = seen.get(code);
    if (first === undefined) seen.set(code, index);
    else report(`${path}[${index}].code`, `must be unique: ${path.slice(1)}[${first}] is "${code}" too`);
  });
}
