import fc from 'fast-check';
import type { Booking, Currency, Plan, Reference, Room } from './reference.ts';
import type { ModelWorld } from './world.ts';

/** What a shopper wants. The service chooses undefined fields. `offset` is the number of days from today. */
export interface Wish {
  /** Use the stay of the last quote or hold instead of the one below, so that shoppers compete for the same stay. */
  again: 'quote' | 'hold' | 'no';
  plan: number;
  offset: number;
  nights: number;
  guest: string;
  rooms?: number | undefined;
  adults?: number | undefined;
  children?: number | undefined;
  currency?: Currency | undefined;
}

const GUESTS = ['+9647701111111', '+9647702222222', '+9647703333333'] as const;
const PLANS = 4;

const sometimes = <T>(arbitrary: fc.Arbitrary<T>, weight = 1): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight, arbitrary });

const wishes = {
  again: fc.constantFrom('quote' as const, 'quote' as const, 'hold' as const, 'no' as const, 'no' as const),
  plan: fc.constantFrom(0, 0, 1, 1, 2, 3),
  // Only a few different stays, so that shoppers compete for them.
  offset: fc.constantFrom(1, 1, 1, 1, 1, 1, 1, 2, 2, 0, 3, -1),
  nights: fc.constantFrom(2, 2, 2, 1, 3),
  guest: fc.constantFrom(...GUESTS),
  rooms: sometimes(fc.integer({ min: 1, max: 3 })),
  adults: sometimes(fc.integer({ min: 1, max: 4 })),
  children: sometimes(fc.integer({ min: 0, max: 1 })),
  currency: sometimes(fc.constantFrom('IQD' as const, 'USD' as const)),
};
const kind = <K extends string>(name: K) => fc.constant(name);
const which = fc.constantFrom(0, 0, 0, 1, 2);
const day = fc.nat(6);
const plan = fc.nat(PLANS - 1);

const setup = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('price'),
      // Mostly the plan of the latest quote.
      plan: fc.oneof(
        { weight: 2, arbitrary: fc.constant('quoted' as const) },
        { weight: 1, arbitrary: plan },
      ),
      percent: fc.constantFrom(80, 95, 99.3, 99.6, 100.4, 100.7, 105, 130),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kind('dayPrice'), plan, day, percent: fc.constantFrom(0, 70, 125, 160) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kind('rate'), rate: fc.constantFrom(1295.5, 1310, 1320, 1480) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('allot'),
      room: fc.nat(1),
      day,
      allotment: fc.nat(6),
      blocked: fc.nat(2),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind('restrict'),
      room: fc.nat(1),
      day,
      stopSell: fc.boolean(),
      closedToArrival: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('limit'),
      // Mostly what shoppers want next: the plan of the latest quote, on a day of the usual stays.
      plan: fc.oneof(
        { weight: 2, arbitrary: fc.constant('quoted' as const) },
        { weight: 1, arbitrary: plan },
      ),
      day: fc.constantFrom(1, 1, 2, 2, 3, 3, 0, 4),
      // Null: the plan has no restrictions on this day any more.
      limits: fc.option(
        fc.record({
          stopSell: fc.constantFrom(false, false, true),
          closedToArrival: fc.constantFrom(false, false, true),
          closedToDeparture: fc.constantFrom(false, false, true),
          minStay: fc.constantFrom(1, 1, 2, 3),
          minStayThrough: fc.constantFrom(1, 1, 2, 3),
          hasMaximum: fc.boolean(),
        }),
        { freq: 2 },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('clock'),
      minutes: fc.constantFrom(5, 10, 15, 240, 'midnight' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('checkIn'), which }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('checkOut'), which }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('close') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('forget') }) },
);
export type Setup = typeof setup extends fc.Arbitrary<infer S> ? S : never;

const quote = fc.record({ ...wishes, named: fc.constantFrom('nobody', 'nobody', 'guest', 'guest', 'token') });

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: kind('book'),
      ...wishes,
      names: fc.constantFrom('nothing', 'nothing', 'nothing', 'quote', 'token', 'total'),
      quote: which,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('prebook'),
      ...wishes,
      names: fc.constantFrom('nothing', 'nothing', 'quote'),
      quote: which,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: kind('modify'),
      which,
      from: sometimes(fc.constantFrom(1, 2, 3, -1), 3),
      nights: sometimes(fc.integer({ min: 1, max: 4 }), 6),
      plan: sometimes(plan),
      room: sometimes(fc.nat(1)),
      guest: sometimes(fc.constantFrom(...GUESTS)),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind('cancel'), which, dryRun: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('release'), which }) },
);
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

export const rounds = fc.array(
  fc.record({
    setups: fc.array(setup, { maxLength: 3 }),
    quotes: fc.array(quote, { maxLength: 3 }),
    steps: fc.array(step, { minLength: 1, maxLength: 6 }),
  }),
  { minLength: 4, maxLength: 12 },
);
export type Round = (typeof rounds extends fc.Arbitrary<infer R> ? R : never)[number];

/** One change in two forms: for the reference, and as the request body. It may have no date, one date or both. */
export function actionOf(
  { from, nights, plan: planIndex, room: roomIndex, guest }: Extract<Step, { kind: 'modify' }>,
  model: Reference,
  world: ModelWorld,
) {
  const change: { plan?: Plan; room?: Room; from?: number; to?: number; guest?: Booking['guest'] } = {};
  if (from !== undefined) change.from = model.today + from;
  if (nights !== undefined) change.to = model.today + nights + 1;
  if (planIndex !== undefined) change.plan = model.plans[planIndex]!;
  if (roomIndex !== undefined) change.room = world.rooms[roomIndex]!;
  if (guest !== undefined) change.guest = guest;
  const body = {
    ...(change.from !== undefined && { checkIn: world.dateOf(change.from) }),
    ...(change.to !== undefined && { checkOut: world.dateOf(change.to) }),
    ...(change.plan !== undefined && { ratePlanId: change.plan.id }),
    ...(change.room !== undefined && { roomTypeId: change.room.id }),
    ...(guest !== undefined && { guestPhone: guest }),
  };
  return { change, body };
}
