// Schemas of a message that a hotel system sends, and of the result of the message.

import { type Static, Type } from 'typebox';
import { ARI_WARNINGS, REJECTIONS } from '../../domain/offers/ari/message.ts';
import { ATOMIC_CELLS_LIMIT, CELLS_LIMIT, UPDATES_LIMIT } from '../../domain/offers/ari/push-ari.usecase.ts';
import { HotelId, IDS } from '../common/common.schema.ts';
import { errorCodes, HOTEL_ERRORS } from '../common/document/errors.ts';
import {
  DateText,
  HotelReference,
  Instant,
  itemResponse,
  Message,
  Nullable,
  withExample,
} from '../common/wire.ts';

export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

const MOST_ROOMS = 32_767;
const LONGEST_STAY = 30;

const Rooms = (description: string) =>
  Type.Integer({ minimum: 0, maximum: MOST_ROOMS, description, examples: [5] });
const Nights = (description: string) =>
  Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: LONGEST_STAY, description, examples: [2] })));
const Flag = (description: string) =>
  Type.Optional(Nullable(Type.Boolean({ description, examples: [false] })));
const Price = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 20, description, examples: ['120000'] }));

export const PRICE_TEXTS = {
  single: 'Price per night for one adult in the room',
  double: 'Price per night for two adults in the room',
  extraAdult: 'Price per night for each additional adult',
  child: 'Price per night for each child',
};

const PricesGiven = Type.Object(
  {
    single: Price(PRICE_TEXTS.single),
    double: Price(PRICE_TEXTS.double),
    extraAdult: Price(PRICE_TEXTS.extraAdult),
    child: Price(PRICE_TEXTS.child),
  },
  {
    additionalProperties: false,
    description:
      'Prices in the currency of the rate plan. A price that you do not send is not changed. Null restores the usual prices.',
  },
);

const UpdateSet = Type.Object(
  {
    allotment: Type.Optional(
      Rooms('Total number of rooms that the hotel offers. The field also opens the night.'),
    ),
    roomsLeft: Type.Optional(
      Rooms(
        'Number of rooms that are left to sell. Your system counts them after it has read the event `seenEvent`. The field also opens the night.',
      ),
    ),
    blocked: Type.Optional(Rooms('Number of rooms that are not for sale')),
    stopSell: Flag('Stop sell: this night cannot be booked'),
    cta: Flag('Closed to arrival: no stay can start on this date'),
    ctd: Flag('Closed to departure: no stay can end on this date'),
    minStay: Nights('Minimum nights of a stay that starts on this date; null if there is none'),
    minStayThrough: Nights('Minimum nights of a stay that includes this night; null if there is none'),
    maxStay: Nights('Maximum nights of a stay that starts on this date; null if there is none'),
    prices: Type.Optional(Nullable(PricesGiven)),
  },
  {
    additionalProperties: false,
    description:
      'What to change. A field that you do not send is not changed. Null removes a restriction, or restores the usual prices.',
  },
);

/**
 * The service checks each update separately. If an update contains an invalid value, the service rejects this update
 * and not the whole message.
 */
export const AriUpdate = Type.Object(
  {
    ref: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Your name for this update, unique within the message. The response uses this name.',
      examples: ['dbl-rooms'],
    }),
    roomType: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Code or id of a room type',
      examples: ['DBL'],
    }),
    ratePlan: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'Code or id of a rate plan of the room type. If you name no rate plan, the update changes the room type.',
        examples: ['BB'],
      }),
    ),
    from: DateText('First day'),
    to: DateText('Last day (included)'),
    weekdays: Type.Optional(
      Type.Array(Type.Enum([...WEEKDAYS], { type: 'string' }), {
        minItems: 1,
        maxItems: 7,
        description: 'The update changes only these days of the week',
        examples: [['thu', 'fri']],
        'x-default-text': 'Every day',
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
        'An id that you choose for the message, unique per hotel. If you send the same message again within 7 days, it is not applied again, and you get the same response.',
      examples: ['2027-01-10-000123'],
    }),
    sentAt: Type.Optional(
      Instant(
        'Time at which your system created the message. If a message with a later `sentAt` has already set a field, this message does not change the field. A message without `sentAt` counts as sent when it arrived.',
      ),
    ),
    atomic: Type.Optional(
      Type.Boolean({
        description: `If true, either all updates are applied or none. All updates of an atomic message together can have at most ${ATOMIC_CELLS_LIMIT} days.`,
        'x-default': false,
        examples: [false],
      }),
    ),
    seenEvent: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_147_483_647,
        description:
          'Number of the last event of the hotel that your system had read when it counted `roomsLeft`',
        'x-default-text': 'Number of the last event that you have acknowledged',
        examples: [41],
      }),
    ),
    updates: Type.Unsafe<unknown[]>({
      type: 'array',
      minItems: 1,
      maxItems: UPDATES_LIMIT,
      description:
        'The updates. Each update sets the same values on one or more days of one room type or rate plan. An update with a wrong value is rejected by itself.',
      'x-items': AriUpdate,
    }),
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
  code: Type.Enum([...REJECTIONS, ...ARI_WARNINGS], {
    type: 'string',
    description: 'Machine-readable code',
    examples: ['PAST_CLAMPED'],
  }),
  message: { ...Message, examples: ['days before 2027-01-16 were left out'] },
  path: Type.Optional(
    Type.String({
      description: 'The field that is wrong, if one value of the update is wrong',
      examples: ['updates.0.set.minStay'],
    }),
  ),
  suggestion: Type.Optional(
    Type.String({
      description: 'What to send instead; it may change',
      examples: ['send a whole number from 1 to 30, or null'],
    }),
  ),
});

const UpdateResultSchema = Type.Object({
  ref: Type.String({ description: 'The name that you chose for the update', examples: ['dbl-rooms'] }),
  status: Type.Enum(['APPLIED', 'WARNING', 'REJECTED'], {
    type: 'string',
    description:
      'WARNING: the update was applied, but check the reasons. REJECTED: nothing of this update was applied.',
  }),
  reasons: Type.Array(ReasonSchema, { description: 'Why an update was rejected, or what to check' }),
});

export const pushAriSchema = {
  operationId: 'pushAri',
  errors: errorCodes(
    ...HOTEL_ERRORS,
    'IDEMPOTENCY_IN_PROGRESS',
    'IDEMPOTENCY_KEY_REUSED',
    'OUTCOME_UNKNOWN',
    'BOOKINGS_HALTED',
  ),
  tags: ['Supply rates and rooms'],
  summary: 'Push rooms, prices and restrictions',
  description: `Sets rooms, prices and restrictions of days. A message can have up to ${UPDATES_LIMIT} updates. All updates together can have up to ${CELLS_LIMIT} days. Each update is applied or rejected by itself, unless the message is \`atomic\`. This is also the case if a value of the update is out of range, has the wrong type or is unknown. Messages of one hotel are applied in the order of arrival. Large messages are applied in parts, with rate plans first, and bookings are processed between the parts. The response is sent when all parts are applied. If you get no response, or a response with status 503, send the same message again. It then continues where it stopped.`,
  body: AriBody,
  response: withExample(
    itemResponse(
      Type.Object({
        hotel_id: HotelId,
        message_id: Type.String({
          description: 'The id that you chose for the message',
          examples: ['2027-01-10-000123'],
        }),
        status: Type.Enum(['APPLIED', 'PARTLY_APPLIED', 'REJECTED'], {
          type: 'string',
          description: 'PARTLY_APPLIED: some updates were rejected. REJECTED: all updates were rejected.',
        }),
        seen_event: Type.Integer({
          description:
            'Number of the event that was used as `seenEvent`. `roomsLeft` includes the bookings up to this event.',
          examples: [0],
        }),
        results: Type.Array(UpdateResultSchema, {
          description: 'One result per update, in the order of the updates',
        }),
      }),
    ),
    {
      success: true,
      data: {
        hotel_id: IDS.hotel,
        message_id: '2027-01-10-000123',
        status: 'PARTLY_APPLIED',
        seen_event: 0,
        results: [
          { ref: 'dbl-rooms', status: 'APPLIED', reasons: [] },
          {
            ref: 'dbl-bb-weekend',
            status: 'WARNING',
            reasons: [{ code: 'PAST_CLAMPED', message: 'days before 2027-01-16 were left out' }],
          },
          {
            ref: 'dbl-bb-stay',
            status: 'REJECTED',
            reasons: [
              {
                code: 'TOO_LARGE',
                message: 'set.minStay must be at most 30',
                path: 'updates.2.set.minStay',
                suggestion: 'send a whole number from 1 to 30, or null',
              },
            ],
          },
        ],
      },
    },
  ),
};
