// Reads lines that describe contracts, and reports the problems in these lines.

import { A_DATE, type Day, formatDay, parseDay } from '../../kernel/day.ts';
import type { ClientId, HotelId } from '../../kernel/ids.ts';
import { A_PERCENTAGE, parsePercent, percentOf } from '../../kernel/money.ts';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';
import type { Collector, Permission } from './contract.ts';
import { noHotel } from './no-hotel.ts';
import { noPartner } from './partner-rules.ts';

export const CONTRACT_COLUMNS = [
  'partner',
  'hotel',
  'commission',
  'permissions',
  'collected_by',
  'from',
  'until',
] as const;
export type ContractColumn = (typeof CONTRACT_COLUMNS)[number];

/** A contract in the form in which an operator enters it. This is one line of a file, or the options of a command. */
export interface ContractLine {
  cells: Record<ContractColumn, string>;
  /** Describes the position of a column for error messages. */
  place: (column: ContractColumn) => string;
  /** The reason why the line cannot be split into cells. In this case, all values in `cells` are empty. */
  problem?: string;
}

/** A contract to be stored, with the public ids that messages and the audit show. */
export interface ContractTerms {
  partner: { id: ClientId; clientId: string };
  hotel: { id: HotelId; publicId: string };
  commissionBasisPoints: number;
  permissions: Permission[];
  collectedBy: Collector;
  validFrom: string;
  validUntil: string | null;
}

/** The partners and hotels that the lines name, as stored in the database. */
export interface NamedInLines {
  /**
   * The keys are client ids. `sharesContracts` is true for a client that uses the contracts of another client. Such a
   * client cannot have its own contracts.
   */
  partners: Map<string, { id: ClientId; sharesContracts: boolean }>;
  /** The keys are public ids and uuids, as entered in the lines. */
  hotels: Map<string, { id: HotelId; publicId: string }>;
}

const ALL_PERMISSIONS: Permission[] = ['VIEW', 'BOOK'];
const COLLECTORS: Collector[] = ['PARTNER', 'HOTEL'];

/** Reads all lines. If any line has a problem, reports all problems of all lines. */
export function readContractLines(
  lines: ContractLine[],
  named: NamedInLines,
): Outcome<ContractTerms[], Declined> {
  const problems: string[] = [];
  const contracts: ContractTerms[] = [];
  const seen = new Map<string, ContractLine>();
  for (const line of lines) {
    if (line.problem !== undefined) {
      problems.push(line.problem);
      continue;
    }
    const read = readContractLine(line, named);
    if (read.ok) contracts.push(read.value);
    else problems.push(...read.problems);
    const pair = pairOf(line, named);
    const first = pair === null ? undefined : seen.get(pair);
    if (first !== undefined)
      problems.push(
        `${line.place('hotel')}: partner and hotel are the same as in ${first.place('hotel')}: a partner has one contract per hotel`,
      );
    else if (pair !== null) seen.set(pair, line);
  }
  return problems.length > 0 ? decline(...problems) : accept(contracts);
}

function pairOf({ cells }: ContractLine, { partners, hotels }: NamedInLines): string | null {
  const partner = partners.get(cells.partner);
  const hotel = hotels.get(cells.hotel);
  return partner === undefined || hotel === undefined ? null : `${partner.id}/${hotel.id}`;
}

function readContractLine(
  { cells, place }: ContractLine,
  named: NamedInLines,
): Outcome<ContractTerms, Declined> {
  const problems: string[] = [];
  const report = (column: ContractColumn, problem: string) => problems.push(`${place(column)}: ${problem}`);
  const partner = named.partners.get(cells.partner);
  if (partner === undefined)
    report('partner', cells.partner === '' ? 'must not be empty' : noPartner(cells.partner));
  else if (partner.sharesContracts)
    report('partner', `${cells.partner} uses the contracts of another client and has none of its own`);
  const hotel = named.hotels.get(cells.hotel);
  if (hotel === undefined) report('hotel', cells.hotel === '' ? 'must not be empty' : noHotel(cells.hotel));
  const commission = parsePercent(cells.commission);
  if (commission === null) report('commission', `${A_PERCENTAGE}, not "${cells.commission}"`);
  const permissions = readPermissions(cells.permissions);
  if (permissions === null) report('permissions', `must be view, book or both, not "${cells.permissions}"`);
  const collectedBy = COLLECTORS.find((one) => one === cells.collected_by.toUpperCase());
  if (collectedBy === undefined)
    report('collected_by', `must be partner or hotel, not "${cells.collected_by}"`);
  const from = parseDay(cells.from);
  if (from === null) report('from', `${A_DATE}, not "${cells.from}"`);
  const until = cells.until === '' ? null : parseDay(cells.until);
  if (until === null && cells.until !== '') report('until', `${A_DATE}, or empty, not "${cells.until}"`);
  if (from !== null && until !== null && until < from)
    report('until', `must not be before from, ${cells.from}; it is ${cells.until}`);
  if (problems.length > 0) return decline(...problems);
  return accept({
    partner: { id: partner!.id, clientId: cells.partner },
    hotel: hotel!,
    commissionBasisPoints: commission!,
    permissions: permissions!,
    collectedBy: collectedBy!,
    validFrom: cells.from,
    validUntil: until === null ? null : cells.until,
  });
}

/**
 * Reads the permissions of one cell. Permissions can be separated by commas, spaces, + or |, because a comma inside a
 * CSV cell needs quotes.
 */
function readPermissions(text: string): Permission[] | null {
  const words = text
    .toUpperCase()
    .split(/[\s,+|]+/)
    .filter((word) => word !== '');
  const isKnown = words.every((word) => ALL_PERMISSIONS.some((one) => one === word));
  if (words.length === 0 || !isKnown) return null;
  return ALL_PERMISSIONS.filter((one) => words.includes(one));
}

export function noContract(clientId: string, publicId: string): string {
  return `partner ${clientId} has no contract with hotel ${publicId}`;
}

/** Returns the problem with a new last day of a contract. Null: the contract may end on this day. */
export function endProblem(
  { validFrom, validUntil }: Pick<ContractTerms, 'validFrom' | 'validUntil'>,
  lastDay: Day,
): string | null {
  const last = formatDay(lastDay);
  if (last < validFrom) return `on: must not be before the contract's first day, ${validFrom}; it is ${last}`;
  if (validUntil !== null && validUntil < last)
    return `on: the contract already ends on ${validUntil}; use ihc contract set to extend it`;
  return null;
}

/** Returns a contract in the format of audits and of JSON output. */
export function contractData(terms: ContractTerms) {
  return {
    hotel: terms.hotel.publicId,
    commission_percent: percentOf(terms.commissionBasisPoints),
    permissions: ALL_PERMISSIONS.filter((one) => terms.permissions.includes(one)),
    collected_by: terms.collectedBy,
    valid_from: terms.validFrom,
    valid_until: terms.validUntil,
  };
}
