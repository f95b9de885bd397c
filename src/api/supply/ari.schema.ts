import { type Static, Type } from 'typebox';
import { ARI_WARNINGS, REJECTIONS } from '../../ari/message.ts';
import { ATOMIC_CELLS_LIMIT, CELLS_LIMIT, UPDATES_LIMIT } from '../../ari/push-ari.usecase.ts';
import { DateText, HotelReference, Instant, itemAnswer, Nullable, withExample } from '../http/wire.ts';

export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

const MOST_ROOMS = 32_767;
const LONGEST_STAY = 30;

const Rooms = (description: string) => Type.Integer({ minimum: 0, maximum: MOST_ROOMS, description });
const Nights = (description: string) =>
  Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: LONGEST_STAY, description })));
const Flag = (description: string) => Type.Optional(Nullable(Type.Boolean({ description })));
const Price = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 20, description, examples: ['115000'] }));

const PricesGiven = Type.Object(
  {
    single: Price('For one adult in a room'),
    double: Price('For two adults in a room'),
    extraAdult: Price('For each further adult'),
    child: Price('For each child'),
  },
  {
    additionalProperties: false,
    description:
      'Prices per night, as decimal strings in the currency of the plan. A price that is not named is not changed. Null: the usual prices.',
  },
);

const UpdateSet = Type.Object(
  {
    allotment: Type.Optional(Rooms('Rooms that the hotel offers in all. Opens the night.')),
    roomsLeft: Type.Optional(
      Rooms(
        'Rooms that are left to sell, as your system counted them after it read `seenEvent`. Opens the night.',
      ),
    ),
    blocked: Type.Optional(Rooms('Rooms that are not for sale')),
    stopSell: Flag('The night cannot be booked'),
    cta: Flag('Closed to arrival'),
    ctd: Flag('Closed to departure'),
    minStay: Nights('Minimum nights of a stay that arrives on the day. Null: none'),
    minStayThrough: Nights('Minimum nights of a stay that includes the night. Null: none'),
    maxStay: Nights('Maximum nights of a stay that arrives on the day. Null: none'),
    prices: Type.Optional(Nullable(PricesGiven)),
  },
  {
    additionalProperties: false,
    description:
      'What to change. A field that is not named is not changed. Null removes a restriction, or restores the usual prices.',
  },
);

const AriUpdate = Type.Object(
  {
    ref: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Your name for this update, unique in the message. The response uses it.',
    }),
    roomType: Type.String({ minLength: 1, maxLength: 100, description: 'Code or id of a room type' }),
    ratePlan: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'Code or id of a rate plan of the room type. Without it, the update is about the room type.',
      }),
    ),
    from: DateText('First day'),
    to: DateText('Last day, included'),
    weekdays: Type.Optional(
      Type.Array(Type.Enum([...WEEKDAYS], { type: 'string' }), {
        minItems: 1,
        maxItems: 7,
        description: 'Only these days from `from` to `to`. Default: every day.',
      }),
    ),
    set: UpdateSet,
  },
  { additionalProperties: false },
);
export type AriUpdate = Static<typeof AriUpdate>;

export const AriBody = Type.Object(
  {
    hotelId: HotelReference,
    messageId: Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'An id that you choose for the message, unique per hotel. A message that you send again within 7 days is not applied again, and gets the same response.',
    }),
    sentAt: Type.Optional(
      Instant(
        'When your system made the message. A field that was set with a later `sentAt` is not changed.',
      ),
    ),
    atomic: Type.Optional(
      Type.Boolean({
        description: `All updates are applied, or none. The updates have at most ${ATOMIC_CELLS_LIMIT} days in all.`,
      }),
    ),
    seenEvent: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_147_483_647,
        description:
          'The last event of the hotel that your system had read when it counted `roomsLeft`. Default: the last event that you have acknowledged.',
      }),
    ),
    updates: Type.Array(AriUpdate, { minItems: 1, maxItems: UPDATES_LIMIT }),
  },
  {
    examples: [
      {
        hotelId: 'HTL-2026-0001',
        messageId: '2027-01-10-000123',
        sentAt: '2027-01-10T08:30:00Z',
        seenEvent: 0,
        updates: [
          {
            ref: 'dbl-rooms',
            roomType: 'DBL',
            from: '2027-01-15',
            to: '2027-01-31',
            set: { roomsLeft: 5 },
          },
          {
            ref: 'dbl-bb-weekend',
            roomType: 'DBL',
            ratePlan: 'BB',
            from: '2027-01-15',
            to: '2027-01-31',
            weekdays: ['thu', 'fri'],
            set: { prices: { single: '95000', double: '120000' }, minStay: 2 },
          },
        ],
      },
    ],
  },
);
export type AriBody = Static<typeof AriBody>;

const ReasonSchema = Type.Object({
  code: Type.Enum([...REJECTIONS, ...ARI_WARNINGS], { type: 'string' }),
  message: Type.String({ description: 'Human-readable message; it may change' }),
});

const UpdateResultSchema = Type.Object({
  ref: Type.String(),
  status: Type.Enum(['APPLIED', 'WARNING', 'REJECTED'], {
    type: 'string',
    description: 'WARNING: applied, but check the reasons. REJECTED: nothing of this update was applied.',
  }),
  reasons: Type.Array(ReasonSchema),
});

export const pushAriSchema = {
  operationId: 'pushAri',
  tags: ['Supply rates and rooms'],
  summary: 'Push rooms, prices and restrictions',
  description: `Sets rooms, prices and restrictions of days. A message has up to ${UPDATES_LIMIT} updates, and these have up to ${CELLS_LIMIT} days in all. Each update is applied or rejected on its own, unless the message is \`atomic\`. Messages of one hotel are applied in the order of arrival. Large messages are applied in parts, rate plans first; bookings go on in between. The response is sent when all parts are applied. If you get no response, or 503, send the same message again: it continues where it stopped.`,
  body: AriBody,
  response: withExample(
    itemAnswer(
      Type.Object({
        hotel_id: Type.String(),
        message_id: Type.String(),
        status: Type.Enum(['APPLIED', 'PARTLY_APPLIED', 'REJECTED'], {
          type: 'string',
          description: 'REJECTED: all updates were rejected.',
        }),
        seen_event: Type.Integer({
          description: 'The event that was used: `roomsLeft` includes the bookings up to it',
        }),
        results: Type.Array(UpdateResultSchema, {
          description: 'One per update, in the order of the updates',
        }),
      }),
    ),
    {
      success: true,
      data: {
        hotel_id: 'fc696a0f-ec1d-4f37-92b4-1c43aa6e3287',
        message_id: '2027-01-10-000123',
        status: 'APPLIED',
        seen_event: 0,
        results: [
          { ref: 'dbl-rooms', status: 'APPLIED', reasons: [] },
          {
            ref: 'dbl-bb-weekend',
            status: 'WARNING',
            reasons: [{ code: 'PAST_CLAMPED', message: 'days before 2027-01-16 were left out' }],
          },
        ],
      },
    },
  ),
};
