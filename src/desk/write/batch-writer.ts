import type { ExecutedPart } from '../../domain/offers/ari/execute-ari.ts';
import {
  BY_OPERATOR,
  deletePlanDays,
  writeMarks,
  writePlanDays,
  writeProgress,
} from '../../domain/offers/ari/write-ari.store.ts';
import { blockNights, insertNotHonouredAudit } from '../../domain/reception/reception.store.ts';
import { writeEventNumbers } from '../../outgoing/events/event-numbers.store.ts';
import { staffWho } from '../../platform/audit/staff-who.ts';
import { commit, type Transaction } from '../../platform/db/pool.ts';
import { deleteAlerts, insertAlerts } from '../alerts.store.ts';
import { BatchConflict, isWrongRowCount } from '../batch-conflict.ts';
import { isPart, marksOf, type OperatorsOffer } from '../batch-offers.ts';
import type { DeskState } from '../desk-state.ts';
import { insertMarker, type Marker } from '../locks.store.ts';
import { insertRecords } from '../records.store.ts';
import { insertBookings } from './insert-bookings.store.ts';
import { updateBookings } from './update-bookings.store.ts';
import { type CounterValue, insertCounters, updateCounters } from './write-counters.store.ts';
import { endHolds, insertHolds } from './write-holds.store.ts';
import {
  deleteDayPrices,
  endSeason,
  insertOfferAudit,
  insertSeason,
  leaveOrigin,
  writeDayPrices,
  writeNights,
} from './write-offers.store.ts';

/**
 * Sends the writes of a batch without waiting for their results. In each statement, the database function `expect_rows`
 * checks how many rows the statement has written. When a statement fails, the database turns COMMIT into ROLLBACK.
 */
export class BatchWriter {
  private readonly sent: Promise<unknown>[] = [];
  private bookingsSent = 0;
  private recordsSent = 0;
  private readonly tx: Transaction;
  private readonly state: DeskState;
  private readonly guard: boolean;

  constructor(tx: Transaction, state: DeskState, guard: boolean) {
    this.tx = tx;
    this.state = state;
    this.guard = guard;
  }

  /**
   * Sends the bookings and responses that were decided after the previous call of this function. The database writes
   * these rows while the desk decides the next commands.
   */
  sendDecided(): void {
    const { tx, state } = this;
    const records = state.newRecords.slice(this.recordsSent);
    const bookings = state.newBookings.slice(this.bookingsSent);
    this.recordsSent = state.newRecords.length;
    this.bookingsSent = state.newBookings.length;
    this.send(records, () => insertRecords(tx, records, state.now));
    this.send(bookings, () => insertBookings(tx, bookings, state.now));
  }

  /** Sends all other writes and COMMIT. Rejects when the outcome of the commit is unknown. */
  async commit(marker: Marker): Promise<CommitOutcome> {
    const { tx, state, guard } = this;
    this.sendDecided();
    const nights = state.changedNights();
    const [opened, changed] = [
      nights.filter((night) => !night.hasCounter),
      nights.filter((night) => night.hasCounter),
    ];
    const [holds, ended] = [[...state.newHolds.values()], [...state.endedHolds.values()]];
    // Holds and bookings are written before the counters. If another transaction has ended a hold or booking and freed
    // its rooms, the statement of this batch writes fewer rows than expected. This is a conflict, and the batch is
    // repeated. If the counters came first, a counter would fall below 0, which is an error.
    this.send(ended, () => endHolds(tx, ended, state.now));
    this.send(state.changedBookings, () => updateBookings(tx, state.changedBookings, state.now));
    const numbers = state.events.used();
    this.send(numbers, () => writeEventNumbers(tx, numbers, guard));
    const counters = [
      this.send(opened, () => insertCounters(tx, opened, guard)),
      this.send(changed, () => updateCounters(tx, changed, guard)),
    ];
    this.send(holds, () => insertHolds(tx, holds, state.now));
    this.send([...state.alerts.ended.keys()], () => deleteAlerts(tx, state));
    this.send([...state.alerts.added.keys()], () => insertAlerts(tx, state));
    this.sendOffers();
    this.send([marker], () => insertMarker(tx, marker, this.sent.length));
    if (!(await commit(tx))) return { fault: await this.fault() };
    const written = await Promise.all(counters);
    return { counters: written.flatMap((values) => values ?? []) };
  }

  /**
   * Sends the changes of offers last, because they first change the name of this connection, and the other writes need
   * the old name. The counters come before the offers, because bookings of other ledgers in this batch were decided
   * with the old allotment.
   */
  private sendOffers(): void {
    const { tx, state } = this;
    const { notHonoured } = state.reception;
    const blocked = notHonoured.filter((one) => one.blocked.length > 0);
    this.send([...state.offers.decided, ...blocked], () => leaveOrigin(tx));
    this.send(blocked, () => blockNights(tx, blocked));
    for (const { booking, blocked: days, command } of blocked) {
      const marks = days.map(({ day }) => ({ productId: booking.roomTypeId, day, sent: null }));
      const { name: who, person = null } = command.client;
      const by = { who, person, messageId: null };
      this.send(marks, () => writeMarks(tx, booking.hotelId, marks, by));
    }
    this.send(notHonoured, () => insertNotHonouredAudit(tx, notHonoured));
    for (const offer of state.offers.decided) {
      const { hotelId } = offer.command.hotelLedger;
      const { nights, prices } = offer.decision;
      const set = prices.filter(({ after }) => after !== null);
      const removed = prices.filter(({ after }) => after === null);
      this.send(set, () => writeDayPrices(tx, hotelId, set));
      this.send(removed, () => deleteDayPrices(tx, removed));
      this.send(nights, () => writeNights(tx, hotelId, nights));
      if (isPart(offer)) this.sendPart(offer, hotelId);
      else this.sendOperators(offer, hotelId);
    }
  }

  private sendOperators(offer: OperatorsOffer, hotelId: string): void {
    const { tx, state } = this;
    const { endedSeason, newSeason } = offer.decision;
    const marks = marksOf(offer);
    if (endedSeason !== null) this.send([endedSeason], () => endSeason(tx, endedSeason.id));
    if (newSeason !== null) this.send([newSeason], () => insertSeason(tx, hotelId, newSeason));
    this.send(marks, () =>
      writeMarks(tx, hotelId, marks, { who: BY_OPERATOR, person: null, messageId: null }),
    );
    this.send([offer], () =>
      insertOfferAudit(tx, offer.command, offer.decision, state.offers.of(offer.command)),
    );
  }

  private sendPart(part: ExecutedPart, hotelId: string): void {
    const { tx } = this;
    const { message } = part.command;
    const { name: who, person = null, staffId } = part.command.client;
    const { planDays, marks } = part.decision;
    const restricted = planDays.filter(({ after }) => after !== null);
    const freed = planDays.filter(({ after }) => after === null);
    this.send(restricted, () => writePlanDays(tx, hotelId, restricted));
    this.send(freed, () => deletePlanDays(tx, freed));
    this.send(marks, () => writeMarks(tx, hotelId, marks, { who, person, messageId: message.messageId }));
    this.send([part], () => writeProgress(tx, part));
    if (person !== null && marks.length > 0)
      this.sendPersonsAudit(part, staffId === undefined ? `${person} (${who})` : staffWho(staffId));
  }

  /**
   * Writes the audit entry for a change that a person has made on the hotel page. The changes of hotel systems are not
   * audited, because they are too frequent.
   */
  private sendPersonsAudit({ command, decision }: ExecutedPart, who: string): void {
    const { tx, state } = this;
    const { nights, prices } = decision;
    const change = { who, action: 'calendar set', subject: command.subject };
    const decided = { nights, prices, endedSeason: null, newSeason: null };
    this.send([change], () => insertOfferAudit(tx, change, decided, state.offers.namesOf(command)));
  }

  private send<Result>(rows: unknown[], write: () => Promise<Result>): Promise<Result> | null {
    if (rows.length === 0) return null;
    const result = write();
    // The errors of single statements are read only if the outcome of COMMIT shows that a statement has failed.
    result.catch(() => {});
    this.sent.push(result);
    return result;
  }

  /** Returns the first error. After it, every later statement fails with "current transaction is aborted". */
  private async fault(): Promise<unknown> {
    for (const outcome of await Promise.allSettled(this.sent))
      if (outcome.status === 'rejected')
        return isWrongRowCount(outcome.reason) ? new BatchConflict(outcome.reason.message) : outcome.reason;
    return new BatchConflict('the transaction was rolled back');
  }
}

/** The new counters, or the reason why the batch was rolled back. */
export type CommitOutcome = { counters: CounterValue[] } | { fault: unknown };
