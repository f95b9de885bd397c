import type { Operation } from '../../context.ts';
import { type Day, formatDay } from '../../kernel/day.ts';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';
import { recordOperatorChanges } from '../../platform/audit/operator-audit.store.ts';
import { commitUnless } from '../../platform/db/commit-unless.ts';
import { contractId } from './contract.ts';
import {
  type ContractLine,
  type ContractTerms,
  contractData,
  endProblem,
  noContract,
  readContractLines,
} from './contract-lines.ts';
import {
  type ContractRow,
  findHotels,
  lockPartners,
  readContracts,
  readContractsOf,
  writeContracts,
} from './contracts.store.ts';
import { noHotel } from './no-hotel.ts';
import { readPartners } from './operate-partners.store.ts';
import { noPartner } from './partner-rules.ts';

/** The change of one contract. `before` is null for a new contract. */
export interface ContractChange {
  before: ContractTerms | null;
  after: ContractTerms;
  isChanged: boolean;
}

/**
 * Sets the contracts that the lines describe. If one line has a problem, no contract is set. Only contracts that differ
 * from the stored contracts are written and recorded in the audit.
 */
export async function setContracts(
  { pool, who }: Operation,
  lines: ContractLine[],
  dryRun: boolean,
): Promise<Outcome<ContractChange[], Declined>> {
  return commitUnless(dryRun, pool, async (tx) => {
    const read = readContractLines(lines, {
      partners: await lockPartners(tx, [...new Set(lines.map(({ cells }) => cells.partner))]),
      hotels: await findHotels(tx, [...new Set(lines.map(({ cells }) => cells.hotel))]),
    });
    if (!read.ok) return read;
    const existing = new Map((await readContractsOf(tx, read.value)).map((row) => [keyOf(row), row]));
    const changes = read.value.map((after) => {
      const before = existing.get(keyOf(after)) ?? null;
      return { before, after, isChanged: before === null || !isSame(before, after) };
    });
    const changed = changes.filter((change) => change.isChanged);
    await writeContracts(
      tx,
      changed.map(({ after }) => after),
    );
    await recordOperatorChanges(
      tx,
      changed.map((change) => recorded(who, 'contract set', change)),
    );
    return accept(changes);
  });
}

/**
 * Sets the last day of a contract. Bookings that were made under the contract stay valid, and the partner can still
 * read and cancel them.
 */
export async function endContract(
  { pool, who }: Operation,
  clientId: string,
  hotelReference: string,
  lastDay: Day,
): Promise<Outcome<ContractChange, Declined>> {
  return commitUnless(false, pool, async (tx) => {
    const partner = (await lockPartners(tx, [clientId])).get(clientId);
    const hotel = (await findHotels(tx, [hotelReference])).get(hotelReference);
    if (partner === undefined || hotel === undefined)
      return decline(
        ...(partner === undefined ? [noPartner(clientId)] : []),
        ...(hotel === undefined ? [noHotel(hotelReference)] : []),
      );
    const [before] = await readContractsOf(tx, [{ partner: { ...partner, clientId }, hotel }]);
    if (before === undefined) return decline(noContract(clientId, hotel.publicId));
    const problem = endProblem(before, lastDay);
    if (problem !== null) return decline(problem);
    const after = { ...before, validUntil: formatDay(lastDay) };
    const change = { before, after, isChanged: !isSame(before, after) };
    if (change.isChanged) {
      await writeContracts(tx, [after]);
      await recordOperatorChanges(tx, [recorded(who, 'contract end', change)]);
    }
    return accept(change);
  });
}

export async function listContracts(
  { pool }: Operation,
  clientId: string | null,
  hotelReference: string | null,
): Promise<Outcome<ContractRow[], Declined>> {
  if (clientId !== null && (await readPartners(pool, clientId)).length === 0)
    return decline(noPartner(clientId));
  const hotel =
    hotelReference === null ? null : (await findHotels(pool, [hotelReference])).get(hotelReference);
  if (hotel === undefined) return decline(noHotel(hotelReference!));
  return accept(await readContracts(pool, clientId, hotel?.id ?? null));
}

function keyOf({ partner, hotel }: ContractTerms): string {
  return contractId(partner.id, hotel.id);
}

function isSame(one: ContractTerms, other: ContractTerms): boolean {
  return JSON.stringify(contractData(one)) === JSON.stringify(contractData(other));
}

function recorded(who: string, action: string, { before, after }: ContractChange) {
  return {
    who,
    action,
    subject: after.partner.clientId,
    before: before === null ? null : contractData(before),
    after: contractData(after),
  };
}
