// Computes what an import would create, change and deactivate.

import { canonicalJson } from '../../kernel/canonical-json.ts';
import type { HotelFile } from './hotel-file.schema.ts';
import type { HotelRow, HotelRows, PlanRow, PolicyRow, RoomTypeRow } from './hotel-rows.ts';
import type { FileProblem, Sound } from './schema-problems.ts';

export type Kind = 'hotel' | 'policy' | 'room type' | 'rate plan';
export type Effect = 'created' | 'changed' | 'deactivated' | 'unchanged';

/** The change of one row. `before` and `after` contain only the columns that differ. */
export interface RowChange<Row> {
  kind: Kind;
  /**
   * The key is the public id of a hotel, or the code of a policy or room type. The key of a rate plan consists of the
   * codes of its room type and of the plan.
   */
  key: string;
  effect: Effect;
  before: Partial<Row> | null;
  after: Partial<Row> | null;
  row: Row;
}

export interface HotelChanges {
  hotel: RowChange<HotelRow>;
  policies: RowChange<PolicyRow>[];
  roomTypes: RowChange<RoomTypeRow>[];
  plans: RowChange<PlanRow>[];
}

/**
 * Returns the changes that turn the stored rows into the wanted rows. Stored rows that are not wanted are deactivated,
 * but never deleted.
 */
export function compareHotel(wanted: HotelRows, stored: HotelRows | null): HotelChanges {
  const roomCodes = new Map(
    [...(stored?.roomTypes ?? []), ...wanted.roomTypes].map((room) => [room.id, room.code]),
  );
  const planKey = (plan: PlanRow) => `${roomCodes.get(plan.room_type_id)}/${plan.code}`;
  return {
    hotel: changeOf('hotel', wanted.hotel.public_id, wanted.hotel, stored?.hotel ?? null),
    policies: compareRows('policy', wanted.policies, stored?.policies ?? [], (row) => row.code),
    roomTypes: compareRows('room type', wanted.roomTypes, stored?.roomTypes ?? [], (row) => row.code),
    plans: compareRows('rate plan', wanted.plans, stored?.plans ?? [], planKey),
  };
}

export function allChanges(changes: HotelChanges): RowChange<unknown>[] {
  return [changes.hotel, ...changes.policies, ...changes.roomTypes, ...changes.plans];
}

export function isUnchanged(changes: HotelChanges): boolean {
  return allChanges(changes).every(({ effect }) => effect === 'unchanged');
}

function compareRows<Row extends { id: string; active: boolean }>(
  kind: Kind,
  wanted: Row[],
  stored: Row[],
  keyOf: (row: Row) => string,
): RowChange<Row>[] {
  const before = new Map(stored.map((row) => [row.id, row]));
  const after = new Set(wanted.map((row) => row.id));
  const dropped = stored.filter((row) => row.active && !after.has(row.id));
  return [
    ...wanted.map((row) => changeOf(kind, keyOf(row), row, before.get(row.id) ?? null)),
    ...dropped.map(
      (row): RowChange<Row> => ({
        kind,
        key: keyOf(row),
        effect: 'deactivated',
        before: { active: true } as Partial<Row>,
        after: { active: false } as Partial<Row>,
        row: { ...row, active: false },
      }),
    ),
  ];
}

function changeOf<Row extends object>(kind: Kind, key: string, row: Row, stored: Row | null): RowChange<Row> {
  if (stored === null) return { kind, key, effect: 'created', before: null, after: row, row };
  const names = Object.keys(row) as (keyof Row)[];
  const different = names.filter((name) => canonicalJson(row[name]) !== canonicalJson(stored[name]));
  const of = (from: Row) => Object.fromEntries(different.map((name) => [name, from[name]])) as Partial<Row>;
  const effect = effectOf(different, row, stored);
  return { kind, key, effect, before: of(stored), after: of(row), row };
}

function effectOf<Row extends object>(different: (keyof Row)[], row: Row, stored: Row): Effect {
  if (different.length === 0) return 'unchanged';
  const wasActive = 'active' in stored && stored.active === true;
  return wasActive && 'active' in row && row.active === false ? 'deactivated' : 'changed';
}

/** A stored row whose id also occurs in the file. */
export interface IdOwner {
  kind: Kind;
  id: string;
  hotel: string;
  code: string;
}

/**
 * Finds problems that can be found only with the stored rows: ids that belong to another row, and currencies that
 * cannot change. `file` does not contain the fields that the schema rejected.
 */
export function checkAgainstStored(
  file: Sound<HotelFile>,
  stored: HotelRows | null,
  owners: Map<string, IdOwner>,
): FileProblem[] {
  const problems: FileProblem[] = [];
  const checkId = (
    kind: Kind,
    path: string,
    given: string | undefined,
    known: { id: string } | undefined,
  ) => {
    if (given === undefined || given === known?.id) return;
    const owner = owners.get(`${kind} ${given}`);
    if (known !== undefined)
      problems.push({
        path: `${path}.id`,
        message: `must be ${known.id}, the id of this ${kind}, or be left out`,
      });
    else if (owner !== undefined)
      problems.push({
        path: `${path}.id`,
        message: `belongs to ${describeOwner(owner)}: an id and a code stay together`,
      });
  };
  checkId('hotel', '', file.id, stored?.hotel);
  const hasPlans = stored !== null && stored.plans.length > 0;
  if (hasPlans && file.currency !== undefined && stored.hotel.currency !== file.currency)
    problems.push({ path: '.currency', message: fixedCurrency('hotel', stored.hotel.currency) });
  file.cancellationPolicies?.forEach((policy, index) => {
    if (policy?.code === undefined) return;
    const known = stored?.policies.find((row) => row.code === policy.code);
    checkId('policy', `.cancellationPolicies[${index}]`, policy.id, known);
  });
  file.roomTypes?.forEach((room, index) => {
    if (room?.code === undefined) return;
    const path = `.roomTypes[${index}]`;
    const known = stored?.roomTypes.find((row) => row.code === room.code);
    checkId('room type', path, room.id, known);
    room.ratePlans?.forEach((plan, at) => {
      if (plan?.code === undefined) return;
      const same = stored?.plans.find((row) => row.room_type_id === known?.id && row.code === plan.code);
      checkId('rate plan', `${path}.ratePlans[${at}]`, plan.id, same);
      if (same !== undefined && plan.currency !== undefined && same.currency !== plan.currency)
        problems.push({
          path: `${path}.ratePlans[${at}].currency`,
          message: fixedCurrency('rate plan', same.currency),
        });
    });
  });
  return problems;
}

function fixedCurrency(what: string, currency: string): string {
  const instead = what === 'hotel' ? 'it has rate plans' : 'use a new code for a plan in another currency';
  return `must stay ${currency}: the currency of this ${what} cannot change; ${instead}`;
}

function describeOwner({ kind, hotel, code }: IdOwner): string {
  return kind === 'hotel' ? `hotel ${hotel}` : `${kind} ${code} of hotel ${hotel}`;
}
