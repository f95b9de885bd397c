import { describe, expect, it } from 'vitest';
import {
  ABOUT,
  booking,
  facts,
  GUEST,
  hold,
  NO_NOTES,
  NOTHING_ASKED,
  NOW,
  STAY,
} from '../../test/support/given.ts';
import type { BookCommand, CancelCommand, HoldCommand } from '../domain/booking/command.ts';
import type { Decided, WriteResponse } from '../domain/booking/decided.ts';
import { UNOPENED } from '../domain/inventory/night.ts';
import { UNRESTRICTED } from '../domain/inventory/plan-day.ts';
import { stayKey } from '../domain/pricing/quote.ts';
import { idOf } from '../kernel/ids.ts';
import type { Outcome } from '../kernel/refusal.ts';
import { nightDays } from '../kernel/stay.ts';
import { type DecisionTools, decideCommand } from './decide-command.ts';
import { DeskState, productKey } from './desk-state.ts';

const { ledgerId, clientId, hotelId, roomTypeId, ratePlanId } = ABOUT;

/**
 * Returns a state with one room type. The room type has `rooms` rooms on every night of the stay, and `booked` of the
 * rooms are booked.
 */
function stateWith(rooms: number, booked = 0): DeskState {
  const known = facts();
  const state = new DeskState({
    databaseNow: NOW,
    shift: 0,
    epoch: 1,
    isHalted: false,
    numberBase: 0,
    rate: known.rate,
  });
  const { hotel, contract, roomType, plan, policy } = known;
  state.products.set(productKey(clientId, hotelId, roomTypeId, ratePlanId), {
    ...{ hotel, contract, roomType, plan, policy },
  });
  for (const day of [...nightDays(STAY), STAY.checkOut]) {
    state.addNight({
      ...{ ledgerId, hotelId, roomTypeId, day, night: { ...UNOPENED, open: true, allotment: rooms } },
      ...{ booked, held: 0, hasCounter: booked > 0, bookedDelta: 0, heldDelta: 0 },
    });
    const key = `${ratePlanId}/${day}`;
    state.plans.load([[key, null]], [[key, UNRESTRICTED]]);
  }
  state.quotes.set(stayKey(ABOUT), []);
  state.activeHolds.set(clientId, 0);
  state.events.load({ ledgerId, hotelId }, 7);
  return state;
}

const PARTS = {
  hotelLedger: { ledgerId, hotelId, hotelLockNumber: 1 },
  client: { id: clientId, name: 'partner', contractHolderId: clientId, lockNumber: 1, resetAt: null },
  ...{ requestId: 'request', warnings: null, idempotency: null },
};

function book(id: string, changes: Partial<BookCommand> = {}): BookCommand {
  return {
    ...{ kind: 'book', ...PARTS, quotes: [], voucherSuffixes: [`VVVVV${id}`] },
    request: {
      ...{ ...ABOUT, bookingId: idOf(id), asked: NOTHING_ASKED, guest: GUEST, notes: NO_NOTES },
      ...{ quoteId: null, prebookToken: null, expectedTotal: null },
    },
    ...changes,
  };
}

function prebook(changes: Partial<HoldCommand> = {}): HoldCommand {
  const asked = { ...NOTHING_ASKED, quoteId: null };
  return {
    ...{ kind: 'hold', ...PARTS, quotes: [] },
    request: { ...ABOUT, holdId: idOf('new hold'), token: 'pb_new', asked, guest: GUEST },
    ...changes,
  };
}

const cancel = (id: string, changes: Partial<CancelCommand> = {}): CancelCommand => ({
  ...{ kind: 'cancel', ...PARTS, bookingId: idOf(id), request: { reason: null, dryRun: false } },
  ...changes,
});

/** Returns tools that write a number instead of a response body and record every decision. */
function tools(decided: Outcome<Decided>[] = []): DecisionTools {
  const write: WriteResponse = (_, outcome) => {
    decided.push(outcome);
    return { status: outcome.ok ? 200 : 400, body: `response ${decided.length}`, replayed: false };
  };
  return { write, stageBooking: (state) => state };
}

const keyed = (requestHash = 'hash') => ({ idempotency: { operation: 'bookings', key: 'key', requestHash } });

describe('given one room and two bookings in a batch', () => {
  it('the first gets it, and the second is refused', () => {
    const state = stateWith(1);
    const decided: Outcome<Decided>[] = [];
    decideCommand(state, book('2'), tools(decided));
    decideCommand(state, book('3'), tools(decided));
    expect(decided).toMatchObject([{ ok: true }, { ok: false, code: 'INSUFFICIENT_INVENTORY' }]);
    expect(state.changedNights().map((night) => night.bookedDelta)).toEqual([1, 1]);
  });

  it('a cancellation between them gives the room to the second', () => {
    const state = stateWith(1, 1);
    const sold = booking({ id: idOf('sold') });
    state.bookings.set(sold.id, sold);
    const decided: Outcome<Decided>[] = [];
    decideCommand(state, cancel('sold'), tools(decided));
    decideCommand(state, book('2'), tools(decided));
    expect(decided).toMatchObject([{ value: { kind: 'cancellation' } }, { value: { kind: 'booking' } }]);
    // One room is returned and one room is taken. Nothing is written, because only the difference would be written, and
    // it is zero.
    expect(state.changedNights()).toEqual([]);
    expect(state.changedBookings).toMatchObject([{ entry: { action: 'CANCELLED', actor: 'partner' } }]);
  });
});

describe('given a hold', () => {
  it('opened in the same batch: a booking redeems it, and only its final state is written', () => {
    const state = stateWith(1);
    decideCommand(state, prebook(), tools());
    const decided: Outcome<Decided>[] = [];
    decideCommand(state, book('2'), tools(decided));
    expect(decided).toMatchObject([{ ok: true }]);
    expect([...state.newHolds.values()]).toMatchObject([{ status: 'CONSUMED', bookingId: '2' }]);
    expect(state.endedHolds.size).toBe(0);
    expect(state.changedNights()).toMatchObject([
      { bookedDelta: 1, heldDelta: 0 },
      { bookedDelta: 1, heldDelta: 0 },
    ]);
  });

  it('that is due: its room is released before the first decision', () => {
    const state = stateWith(1);
    state.addHold(hold({ expiresAt: NOW, guest: { ...GUEST, phone: '+9647700000001' } }));
    state.expireDueHolds();
    expect([...state.endedHolds.values()]).toMatchObject([{ status: 'EXPIRED' }]);
    expect(state.changedNights().map((night) => night.heldDelta)).toEqual([-1, -1]);
  });

  it('that was used: a release is refused and nothing changes', () => {
    const state = stateWith(1);
    state.addHold(hold({ status: 'CONSUMED', bookingId: idOf('2') }));
    const decided: Outcome<Decided>[] = [];
    decideCommand(state, { kind: 'release', ...PARTS, token: 'pb_1' }, tools(decided));
    expect(decided).toMatchObject([{ code: 'PREBOOK_CONSUMED', details: { bookingId: '2' } }]);
    expect([state.hasChanges, state.changeCount]).toEqual([false, 0]);
  });
});

describe('given an idempotency key', () => {
  it('that was used with the same body, the stored bytes are sent again and nothing is decided', () => {
    const state = stateWith(1);
    const first = decideCommand(state, book('2', keyed()), tools());
    const again = decideCommand(state, book('3', keyed()), tools());
    expect(again).toEqual({ ...first, replayed: true });
    expect(state.newBookings).toHaveLength(1);
    expect(state.newRecords).toMatchObject([{ bookingId: '2', body: first.body }]);
  });

  it('that was used with another body, the request is refused', () => {
    const state = stateWith(2);
    decideCommand(state, book('2', keyed()), tools());
    const decided: Outcome<Decided>[] = [];
    decideCommand(state, book('3', keyed('another')), tools(decided));
    expect(decided).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED' }]);
    expect(state.newRecords).toHaveLength(1);
  });

  it('a refusal of the stay is stored, one that the caller can fix is not', () => {
    const full = stateWith(0);
    decideCommand(full, book('2', keyed()), tools());
    expect(full.newRecords).toHaveLength(1);
    const strange = stateWith(1);
    decideCommand(strange, cancel('nobody', keyed()), tools());
    expect(strange.newRecords).toEqual([]);
  });
});

describe('given a booking of another client', () => {
  it('it does not exist for this one', () => {
    const state = stateWith(1);
    state.bookings.set(idOf('2'), booking({ id: idOf('2'), clientId: idOf('another') }));
    const decided: Outcome<Decided>[] = [];
    decideCommand(state, cancel('2'), tools(decided));
    expect(decided).toMatchObject([{ code: 'BOOKING_NOT_FOUND' }]);
  });
});
