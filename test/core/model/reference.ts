/**
 * A second implementation of the rules of the contract, as simple as possible: one shopper after another, no
 * database, no batches, no cache. It shares no code with the service, so that a mistake in one is not a mistake in
 * both.
 *
 * Time is counted in minutes from noon in Baghdad on the first day. Real time also passes while a test runs, so the
 * service's time is always a little later than the minute of the model.
 */
export type Money = number;
export type Currency = 'IQD' | 'USD';

export interface Prices {
  single: Money;
  double: Money;
  extraAdult: Money;
  child: Money;
}

export interface Policy {
  id: string;
  rules: { hours: number; type: 'NIGHTS' | 'PERCENT'; value: number }[];
}

export interface Plan {
  id: string;
  code: string;
  room: Room;
  currency: Currency;
  prices: Prices;
  dayPrices: Map<number, Prices>;
  /** Days on which the plan has restrictions of its own. */
  limits: Map<number, Limits>;
  policy: Policy;
}

export interface Limits {
  stopSell: boolean;
  closedToArrival: boolean;
  closedToDeparture: boolean;
  minStay: number;
  minStayThrough: number;
  maxStay: number | null;
}

export interface Night {
  allotment: number;
  blocked: number;
  stopSell: boolean;
  closedToArrival: boolean;
}

export interface Room {
  id: string;
  code: string;
  maxOccupancy: number;
  maxAdults: number;
  maxChildren: number;
  nights: Map<number, Night>;
}

export interface Hotel {
  currency: Currency;
  collectedBy: 'PARTNER' | 'HOTEL';
  taxPercent: number;
  servicePercent: number;
  commissionPercent: number;
  checkInMinute: number;
}

export interface Party {
  rooms: number;
  adults: number;
  children: number;
}

/** The party fields that a request contains. The service chooses the missing ones. */
export interface AskedParty {
  rooms?: number | undefined;
  adults?: number | undefined;
  children?: number | undefined;
  currency?: Currency | undefined;
}

export interface Stay {
  plan: Plan;
  from: number;
  to: number;
}

export interface Bill {
  currency: Currency;
  /** The price of each room, by day. */
  nights: Map<number, Money[]>;
  rate: number | null;
}

export interface Quote {
  id: string;
  stay: Stay;
  party: Party;
  currency: Currency;
  total: Money;
  rate: number | null;
  locked: boolean;
  madeAt: number;
  order: number;
}

type Timeline = { at: number; penalty: Money }[];

export interface Hold {
  token: string;
  stay: Stay;
  party: Party;
  guest: string;
  asked: string;
  bill: Bill;
  timeline: Timeline;
  expiresAt: number;
  state: 'ACTIVE' | 'CONSUMED' | 'RELEASED';
}

export interface Booking {
  id: string;
  stay: Stay;
  party: Party;
  guest: string;
  bill: Bill;
  timeline: Timeline;
  leastPenalty: Money;
  status: 'CONFIRMED' | 'CANCELLED' | 'CHECKED_IN' | 'CHECKED_OUT';
  revision: number;
  cancelled: { penalty: Money; refund: Money } | null;
}

/** The expected result: the code and details of a refusal, or the facts of a success. */
export type Expected = { refused: string; details?: unknown } | { done: Record<string, unknown> };

const HOUR = 60;
const DAY = 24 * HOUR;
const NOON = 12 * HOUR;

export class Reference {
  minute = 0;
  rate = 1310;
  readonly quotes: Quote[] = [];
  readonly holds: Hold[] = [];
  readonly bookings: Booking[] = [];
  private readonly alerts = new Map<string, number>();
  private order = 0;

  constructor(
    readonly hotel: Hotel,
    readonly plans: Plan[],
    /** The day whose noon is minute 0. */
    readonly firstDay: number,
  ) {}

  get today(): number {
    return this.firstDay + Math.floor((this.minute + NOON) / DAY);
  }

  // ── current state ────────────────────────────────────────────────────────────────────────────────────────────

  bookedOn(room: Room, day: number): number {
    return this.bookings
      .filter((one) => one.status !== 'CANCELLED' && one.stay.plan.room === room)
      .filter((one) => one.stay.from <= day && day < one.stay.to)
      .reduce((sum, one) => sum + one.party.rooms, 0);
  }

  heldOn(room: Room, day: number): number {
    return this.holds
      .filter((one) => this.isLive(one) && one.stay.plan.room === room)
      .filter((one) => one.stay.from <= day && day < one.stay.to)
      .reduce((sum, one) => sum + one.party.rooms, 0);
  }

  freeOn(room: Room, day: number): number {
    const { allotment, blocked } = room.nights.get(day)!;
    return allotment - blocked - this.bookedOn(room, day) - this.heldOn(room, day);
  }

  isLive(hold: Hold): boolean {
    return hold.state === 'ACTIVE' && hold.expiresAt > this.minute;
  }

  // ── the steps ────────────────────────────────────────────────────────────────────────────────────────────────

  quote(stay: Stay, asked: AskedParty, named: { token?: string; guest?: string }, id: string): Expected {
    const hold = this.namedHold(stay, named);
    const party = { rooms: 1, adults: 2, children: 0, ...hold?.party, ...given(asked) };
    const currency = asked.currency ?? hold?.bill.currency ?? this.hotel.currency;
    const kept = hold !== null && isSameParty(hold.party, party) && hold.bill.currency === currency;
    const own = hold?.party.rooms ?? 0;
    if (!kept) {
      const refused = this.notAdmitted(stay, party) ?? this.short(stay, party.rooms, own);
      if (refused !== null) return refused;
    }
    const bill = kept ? hold.bill : this.billOf(stay, party, currency, this.rate);
    const total = this.totalOf(bill);
    const timeline = kept ? hold.timeline : this.timelineOf(stay, bill);
    this.order += 1;
    const quote = {
      id,
      stay,
      party,
      currency,
      total,
      rate: bill.rate,
      locked: kept,
      madeAt: this.minute,
      order: this.order,
    };
    this.quotes.push(quote);
    const available = Math.min(
      ...days(stay).map((day) => own + Math.max(0, this.freeOn(stay.plan.room, day))),
    );
    return {
      done: {
        ...this.money(bill),
        ...party,
        lock: kept ? hold.token : null,
        available,
        due: this.due(total),
        timeline: this.shown(timeline, total),
      },
    };
  }

  prebook(stay: Stay, asked: AskedParty & { quoteId?: string }, guest: string, token: string): Expected {
    const own = this.holds.filter(
      (hold) => this.isLive(hold) && isSameStay(hold.stay, stay) && hold.guest === guest,
    );
    const wish = JSON.stringify([asked.rooms, asked.adults, asked.children, asked.currency, asked.quoteId]);
    const repeated = own.find((hold) => hold.asked === wish);
    if (repeated !== undefined) return this.showHold(repeated);
    const live = this.liveQuotes(stay);
    const named = live.filter((quote) => quote.id === asked.quoteId);
    if (asked.quoteId !== undefined && named.length === 0) return { refused: 'QUOTE_EXPIRED' };
    const said = asked.quoteId === undefined ? live : named;
    const parties = new Set(said.map(({ party }) => `${party.rooms} ${party.adults} ${party.children}`));
    const currencies = new Set(said.map((quote) => quote.currency));
    const usual =
      parties.size === 1
        ? said[0]!.party
        : { rooms: 1, adults: Math.min(2, stay.plan.room.maxAdults), children: 0 };
    const party = { ...usual, ...given(asked) };
    const currency = asked.currency ?? (currencies.size === 1 ? said[0]!.currency : this.hotel.currency);
    const same = own.find((hold) => isSameParty(hold.party, party) && hold.bill.currency === currency);
    if (same !== undefined) return this.showHold(same);
    const refused = this.notAdmitted(stay, party) ?? this.short(stay, party.rooms, 0);
    if (refused !== null) return refused;
    const newest = last(
      said.filter((quote) => !quote.locked && isSameParty(quote.party, party) && quote.currency === currency),
    );
    const bill = this.billOf(stay, party, currency, newest?.rate ?? this.rate);
    const hold: Hold = {
      ...{ token, stay, party, guest, asked: wish, bill },
      timeline: this.timelineOf(stay, bill),
      expiresAt: this.minute + 15,
      state: 'ACTIVE',
    };
    this.holds.push(hold);
    return this.showHold(hold);
  }

  release(token: string): Expected {
    const hold = this.holds.find((one) => one.token === token)!;
    if (hold.state === 'CONSUMED') return { refused: 'PREBOOK_CONSUMED' };
    if (this.isLive(hold)) hold.state = 'RELEASED';
    return { done: { status: hold.state === 'RELEASED' ? 'RELEASED' : 'EXPIRED' } };
  }

  book(
    stay: Stay,
    asked: AskedParty & { quoteId?: string; token?: string; expectedTotal?: Money },
    guest: string,
    id: string,
  ): Expected {
    let hold: Hold | null;
    if (asked.token === undefined) hold = this.namedHold(stay, { guest });
    else {
      hold = this.holds.find((one) => one.token === asked.token)!;
      if (hold.state === 'CONSUMED') return { refused: 'PREBOOK_CONSUMED' };
      if (!this.isLive(hold)) return { refused: 'PREBOOK_EXPIRED' };
      if (!isSameStay(hold.stay, stay)) return { refused: 'PREBOOK_MISMATCH' };
    }
    const party = { rooms: 1, adults: 2, children: 0, ...hold?.party, ...given(asked) };
    const currency = asked.currency ?? hold?.bill.currency ?? this.hotel.currency;
    const kept = hold !== null && isSameParty(hold.party, party) && hold.bill.currency === currency;
    if (!kept) {
      const refused = this.notAdmitted(stay, party) ?? this.short(stay, party.rooms, hold?.party.rooms ?? 0);
      if (refused !== null) return refused;
    }
    const live = this.liveQuotes(stay).filter(
      (one) => isSameParty(one.party, party) && one.currency === currency,
    );
    const named = live.find((one) => one.id === asked.quoteId);
    if (asked.quoteId !== undefined && named === undefined && !kept) return { refused: 'QUOTE_EXPIRED' };
    const told = this.alerts.get(alertKey(stay, guest, party, currency));
    const newer = live.filter((one) => !one.locked && told !== undefined && one.order > told);
    let counting = newer.length > 0 ? newer : live.filter((one) => !one.locked);
    if (kept || named !== undefined) counting = named === undefined ? [] : [named];
    const newest = last(counting);
    const bill = kept ? hold!.bill : this.billOf(stay, party, currency, newest?.rate ?? this.rate);
    const total = this.totalOf(bill);
    const promised =
      asked.expectedTotal === undefined
        ? counting.map((one) => ({ total: one.total, id: one.id as string | null }))
        : [{ total: asked.expectedTotal, id: kept ? null : (asked.quoteId ?? null) }];
    const changed = promised.filter((one) => Math.abs(total - one.total) * 100 > one.total);
    if (changed.length > 0) {
      if (!kept) this.alerts.set(alertKey(stay, guest, party, currency), this.order);
      const worst = Math.max(...changed.map((one) => Math.abs(total - one.total) / one.total));
      const named = changed.filter((one) => Math.abs(total - one.total) / one.total === worst);
      return {
        refused: 'PRICE_CHANGED',
        details: {
          quoted: named.map((one) => one.total)[0],
          current: total,
          ids: named.map((one) => one.id),
        },
      };
    }
    const reported = asked.expectedTotal === undefined ? newest?.total : asked.expectedTotal;
    if (hold !== null) hold.state = 'CONSUMED';
    for (const key of [...this.alerts.keys()])
      if (key.startsWith(stayKey(stay, guest))) this.alerts.delete(key);
    const timeline = kept ? hold!.timeline : this.timelineOf(stay, bill);
    const booking: Booking = {
      ...{ id, stay, party, guest, bill, timeline },
      ...{ leastPenalty: 0, status: 'CONFIRMED', revision: 1, cancelled: null },
    };
    this.bookings.push(booking);
    const change = reported === undefined || reported === total ? null : [reported, total];
    return { done: { ...this.showBooking(booking), change } };
  }

  modify(
    id: string,
    change: { plan?: Plan; room?: Room; from?: number; to?: number; guest?: string },
  ): Expected {
    const booking = this.find(id);
    if (booking.status !== 'CONFIRMED') return { refused: 'BOOKING_STATE_CONFLICT' };
    const before = { ...booking, stay: { ...booking.stay } };
    const { plan: present } = booking.stay;
    const room = change.room ?? present.room;
    const plan = change.plan ?? this.plans.find((one) => one.room === room && one.code === present.code);
    if (plan === undefined || plan.room !== room) return { refused: 'RATE_PLAN_NOT_FOUND' };
    const stay = { plan, from: change.from ?? booking.stay.from, to: change.to ?? booking.stay.to };
    const moves = plan !== present || stay.from !== booking.stay.from || stay.to !== booking.stay.to;
    if (moves) {
      const refused = this.move(booking, stay);
      if (refused !== null) return refused;
    }
    if (change.guest !== undefined) booking.guest = change.guest;
    if (moves || booking.guest !== before.guest) booking.revision += 1;
    const difference = this.payable(booking) - this.payable(before);
    return { done: { ...this.showBooking(booking), difference } };
  }

  cancel(id: string, dryRun: boolean): Expected {
    const booking = this.find(id);
    if (booking.cancelled !== null) return { done: { ...this.showBooking(booking), ...booking.cancelled } };
    if (booking.status !== 'CONFIRMED' || this.today >= booking.stay.to)
      return { refused: 'BOOKING_STATE_CONFLICT' };
    const penalty = this.penaltyNow(booking.timeline);
    const refund = this.hotel.collectedBy === 'HOTEL' ? 0 : this.payable(booking) - penalty;
    if (!dryRun) {
      booking.status = 'CANCELLED';
      booking.revision += 1;
      booking.cancelled = { penalty, refund };
    }
    return { done: { ...this.showBooking(booking), penalty, refund } };
  }

  /** A stay closes by itself on the day after check-out. */
  closeEnded(): void {
    for (const booking of this.bookings)
      if (
        (booking.status === 'CONFIRMED' || booking.status === 'CHECKED_IN') &&
        booking.stay.to < this.today
      ) {
        booking.status = 'CHECKED_OUT';
        booking.revision += 1;
      }
  }

  find(id: string): Booking {
    return this.bookings.find((one) => one.id === id)!;
  }

  // ── rules ────────────────────────────────────────────────────────────────────────────────────────────────────

  private move(booking: Booking, stay: Stay): Expected | null {
    const nights = stay.to - stay.from;
    if (nights < 1 || nights > 30) return { refused: 'VALIDATION_ERROR' };
    if (booking.stay.from <= this.today) return { refused: 'BOOKING_STATE_CONFLICT' };
    const { room } = stay.plan;
    const sameRoom = room === booking.stay.plan.room;
    const isOwn = (day: number) => sameRoom && booking.stay.from <= day && day < booking.stay.to;
    const samePlan = stay.plan === booking.stay.plan;
    const refused = this.notAdmitted(stay, booking.party, (day, kind, whose) => {
      if (!sameRoom || (whose === 'plan' && !samePlan)) return false;
      if (kind === 'night') return isOwn(day);
      return kind === 'arrival' ? stay.from === booking.stay.from : stay.to === booking.stay.to;
    });
    if (refused !== null) return refused;
    const short = days(stay).filter((day) => !isOwn(day) && this.freeOn(room, day) < booking.party.rooms);
    if (short.length > 0)
      return {
        refused: 'INSUFFICIENT_INVENTORY',
        details: short.map((day) => [day, Math.max(0, this.freeOn(room, day))]),
      };
    const keeps = stay.plan === booking.stay.plan;
    const rate = booking.bill.rate ?? this.rate;
    const fresh = this.billOf(stay, booking.party, booking.bill.currency, rate);
    const nightsNow = new Map(
      days(stay).map((day) => [
        day,
        (keeps ? booking.bill.nights.get(day) : undefined) ?? fresh.nights.get(day)!,
      ]),
    );
    booking.leastPenalty = Math.max(booking.leastPenalty, this.penaltyNow(booking.timeline));
    booking.bill = {
      currency: booking.bill.currency,
      nights: nightsNow,
      rate: keeps ? booking.bill.rate : fresh.rate,
    };
    booking.stay = stay;
    booking.timeline = merged(
      this.timelineOf(stay, booking.bill).map((step) => ({
        ...step,
        penalty: Math.max(step.penalty, booking.leastPenalty),
      })),
    );
    return null;
  }

  private notAdmitted(stay: Stay, party: Party, forgiven: Forgiven = () => false): Expected | null {
    if (stay.from < this.today) return { refused: 'VALIDATION_ERROR' };
    const { room } = stay.plan;
    const reasons: unknown[] = [];
    if (spread(party, room) === null) reasons.push('OCCUPANCY_EXCEEDED');
    for (const day of days(stay))
      if (room.nights.get(day)!.stopSell && !forgiven(day, 'night', 'room')) reasons.push(['STOP_SELL', day]);
    if (room.nights.get(stay.from)!.closedToArrival && !forgiven(stay.from, 'arrival', 'room'))
      reasons.push(['CLOSED_TO_ARRIVAL', stay.from]);
    reasons.push(...limitsBroken(stay, forgiven).map(([code, day]) => [code, day, stay.plan.id]));
    return reasons.length === 0 ? null : { refused: 'RESTRICTION_VIOLATED', details: reasons };
  }

  private short(stay: Stay, rooms: number, own: number): Expected | null {
    const free = (day: number) => own + Math.max(0, this.freeOn(stay.plan.room, day));
    const nights = days(stay).filter((day) => free(day) < rooms);
    return nights.length === 0
      ? null
      : { refused: 'INSUFFICIENT_INVENTORY', details: nights.map((day) => [day, free(day)]) };
  }

  private namedHold(stay: Stay, named: { token?: string; guest?: string }): Hold | null {
    const own = this.holds.filter((hold) => this.isLive(hold) && isSameStay(hold.stay, stay));
    if (named.token !== undefined) return own.find((hold) => hold.token === named.token) ?? null;
    const ofGuest = own.filter((hold) => hold.guest === named.guest);
    return ofGuest.sort((one, other) => one.expiresAt - other.expiresAt)[0] ?? null;
  }

  private liveQuotes(stay: Stay): Quote[] {
    return this.quotes.filter((quote) => quote.madeAt + 30 > this.minute && isSameStay(quote.stay, stay));
  }

  private billOf(stay: Stay, party: Party, currency: Currency, rate: number): Bill {
    const { plan } = stay;
    const rooms = spread(party, plan.room)!;
    const nights = new Map<number, Money[]>();
    for (const day of days(stay)) {
      const { single, double, extraAdult, child } = plan.dayPrices.get(day) ?? plan.prices;
      nights.set(
        day,
        rooms.map(({ adults, children }) =>
          convert(
            (adults === 1 ? single : double + (adults - 2) * extraAdult) + children * child,
            plan.currency,
            currency,
            rate,
          ),
        ),
      );
    }
    return { currency, nights, rate: plan.currency === currency ? null : rate };
  }

  private subtotalOf(bill: Bill): Money {
    return sum([...bill.nights.values()].map(sum));
  }

  private totalOf(bill: Bill): Money {
    return this.withCharges(this.subtotalOf(bill));
  }

  private withCharges(amount: Money): Money {
    return amount + percent(amount, this.hotel.taxPercent) + percent(amount, this.hotel.servicePercent);
  }

  private timelineOf(stay: Stay, bill: Bill): Timeline {
    const arrival = (stay.from - this.firstDay) * DAY + this.hotel.checkInMinute - NOON;
    const total = this.totalOf(bill);
    const nights = [...bill.nights.keys()].sort((one, other) => one - other);
    const cost = ({ type, value }: { type: string; value: number }) =>
      type === 'PERCENT'
        ? Math.min(total, percent(total, value))
        : value >= nights.length
          ? total
          : this.withCharges(sum(nights.slice(0, value).map((day) => sum(bill.nights.get(day)!))));
    const steps = stay.plan.policy.rules
      .map((rule) => ({ at: arrival - rule.hours * HOUR, penalty: cost(rule) }))
      .sort((one, other) => one.at - other.at);
    const due = last(steps.filter((step) => step.at <= this.minute))?.penalty ?? 0;
    return merged([{ at: this.minute, penalty: due }, ...steps.filter((step) => step.at > this.minute)]);
  }

  private penaltyNow(timeline: Timeline): Money {
    return last(timeline.filter((step, index) => index === 0 || step.at <= this.minute))!.penalty;
  }

  payable(booking: Pick<Booking, 'bill' | 'leastPenalty'>): Money {
    return Math.max(this.totalOf(booking.bill), booking.leastPenalty);
  }

  private due(amount: Money): Money {
    return this.hotel.collectedBy === 'HOTEL' ? amount : 0;
  }

  // ── how results are compared ─────────────────────────────────────────────────────────────────────────────────

  private money(bill: Bill) {
    const subtotal = this.subtotalOf(bill);
    return {
      currency: bill.currency,
      nightly: days({ from: Math.min(...bill.nights.keys()), to: Math.max(...bill.nights.keys()) + 1 }).map(
        (day) => bill.nights.get(day)!,
      ),
      subtotal,
      total: this.totalOf(bill),
      commission: percent(subtotal, this.hotel.commissionPercent),
    };
  }

  private shown(timeline: Timeline, amount: Money): [Money, Money][] {
    return timeline.map(({ penalty }) => [
      penalty,
      this.hotel.collectedBy === 'HOTEL' ? 0 : amount - penalty,
    ]);
  }

  private showHold(hold: Hold): Expected {
    const total = this.totalOf(hold.bill);
    return {
      done: {
        ...this.money(hold.bill),
        ...hold.party,
        token: hold.token,
        due: this.due(total),
        timeline: this.shown(hold.timeline, total),
      },
    };
  }

  showBooking(booking: Booking): Record<string, unknown> {
    const { stay, party, status, revision, bill, cancelled } = booking;
    const payable = this.payable(booking);
    return {
      ...this.money(bill),
      ...party,
      ...{ from: stay.from, to: stay.to, room: stay.plan.room.code, plan: stay.plan.code, status, revision },
      guest: booking.guest,
      retained: payable - this.totalOf(bill),
      due: this.due(cancelled === null ? payable : cancelled.penalty),
      timeline: this.shown(booking.timeline, payable),
    };
  }
}

/** Whether a restriction that concerns what is already booked is forgiven. */
type Forgiven = (day: number, kind: 'night' | 'arrival' | 'departure', whose: 'room' | 'plan') => boolean;

/** The restrictions of the plan that a stay breaks. */
function limitsBroken({ plan, from, to }: Stay, forgiven: Forgiven): [string, number][] {
  const broken: [string, number][] = [];
  const nights = days({ from, to });
  const at = (day: number) => plan.limits.get(day);
  for (const day of nights)
    if (at(day)?.stopSell && !forgiven(day, 'night', 'plan')) broken.push(['STOP_SELL', day]);
  if (at(from)?.closedToArrival && !forgiven(from, 'arrival', 'plan'))
    broken.push(['CLOSED_TO_ARRIVAL', from]);
  if (at(to)?.closedToDeparture && !forgiven(to, 'departure', 'plan'))
    broken.push(['CLOSED_TO_DEPARTURE', to]);
  if (nights.length < (at(from)?.minStay ?? 1)) broken.push(['MIN_STAY', from]);
  const most = Math.max(...nights.map((day) => at(day)?.minStayThrough ?? 1));
  if (nights.length < most)
    broken.push(['MIN_STAY_THROUGH', nights.find((day) => at(day)?.minStayThrough === most)!]);
  if (nights.length > (at(from)?.maxStay ?? 30)) broken.push(['MAX_STAY', from]);
  return broken;
}

const sum = (amounts: Money[]) => amounts.reduce((total, amount) => total + amount, 0);
const last = <T>(list: T[]): T | undefined => list[list.length - 1];
const halfUp = (dividend: number, divisor: number) => Math.floor((2 * dividend + divisor) / (2 * divisor));
const percent = (amount: Money, of: number) => halfUp(amount * of, 100);
const isSameParty = (one: Party, other: Party) =>
  one.rooms === other.rooms && one.adults === other.adults && one.children === other.children;
const isSameStay = (one: Stay, other: Stay) =>
  one.plan === other.plan && one.from === other.from && one.to === other.to;
const stayKey = (stay: Stay, guest: string) => `${stay.plan.id} ${stay.from} ${stay.to} ${guest} `;
const alertKey = (stay: Stay, guest: string, party: Party, currency: Currency) =>
  `${stayKey(stay, guest)}${party.rooms} ${party.adults} ${party.children} ${currency}`;

function days({ from, to }: { from: number; to: number }): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

function given({ rooms, adults, children }: AskedParty): Partial<Party> {
  return {
    ...(rooms !== undefined && { rooms }),
    ...(adults !== undefined && { adults }),
    ...(children !== undefined && { children }),
  };
}

/** Puts adults into the rooms in turn, then each child into the room with the fewest. Null if somebody does not fit. */
function spread(party: Party, room: Room): { adults: number; children: number }[] | null {
  const rooms = Array.from({ length: party.rooms }, () => ({ adults: 0, children: 0 }));
  for (let adult = 0; adult < party.adults; adult += 1) rooms[adult % party.rooms]!.adults += 1;
  for (const one of rooms) one.adults = Math.max(1, one.adults);
  if (rooms.some((one) => one.adults > room.maxAdults || one.adults > room.maxOccupancy)) return null;
  for (let child = 0; child < party.children; child += 1) {
    const open = rooms.filter(
      (one) => one.children < room.maxChildren && one.adults + one.children < room.maxOccupancy,
    );
    if (open.length === 0) return null;
    const fewest = Math.min(...open.map((one) => one.children));
    open.find((one) => one.children === fewest)!.children += 1;
  }
  return rooms;
}

function convert(amount: Money, from: Currency, to: Currency, rate: number): Money {
  if (from === to) return amount;
  return from === 'USD' ? halfUp(amount * rate, 100) : halfUp(amount * 100, rate);
}

function merged(timeline: Timeline): Timeline {
  return timeline.filter((step, index) => index === 0 || step.penalty !== timeline[index - 1]!.penalty);
}
