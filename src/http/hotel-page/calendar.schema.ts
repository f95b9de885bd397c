// Schemas of the requests with which the hotel page reads, previews and changes rooms and prices.

import { type Static, Type } from 'typebox';
import { ATOMIC_CELLS_LIMIT } from '../../domain/offers/ari/push-ari.usecase.ts';
import { DEFAULT_CALENDAR_DAYS } from '../../kernel/horizon.ts';
import { DateText, Nullable } from '../common/wire.ts';
import type * as api from './calendar-api.ts';
import { count, flag, names, pageResponse, shape, text } from './responses.schema.ts';

const hide = true;
const CALENDAR_DAYS_LIMIT = 31;
const MOST_ROOMS = 32_767;
const MOST_VERSIONS = 2_147_483_647;
/** This limit is enough for 2,000 updates with prices, and for the versions of their days. */
const BODY_LIMIT_BYTES = 1_024 * 1_024;

export const WEEKDAYS: readonly api.Weekday[] = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

const Id = Type.String({ minLength: 1, maxLength: 100 });
const Price = Type.Optional(Type.String({ minLength: 1, maxLength: 20 }));
const strict = { additionalProperties: false };

const Update = Type.Object(
  {
    room_type: Id,
    rate_plan: Type.Optional(Id),
    from: DateText('First day'),
    to: DateText('Last day (included)'),
    weekdays: Type.Optional(
      Type.Array(Type.Enum([...WEEKDAYS], { type: 'string' }), { minItems: 1, maxItems: 7 }),
    ),
    set: Type.Object(
      {
        closed: Type.Optional(Type.Boolean()),
        allotment: Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_ROOMS })),
        prices: Type.Optional(
          Nullable(Type.Object({ single: Price, double: Price, extra_adult: Price, child: Price }, strict)),
        ),
      },
      strict,
    ),
  },
  strict,
);
/** An undo may need a separate update for each day. */
const Updates = Type.Array(Update, { minItems: 1, maxItems: ATOMIC_CELLS_LIMIT });
export type UpdateBody = Static<typeof Update>;

const Version = Type.Integer({ minimum: 0, maximum: MOST_VERSIONS });
const Change = Type.Object({
  id: Type.String({ format: 'uuid' }),
  updates: Updates,
  seen: Type.Array(Type.Tuple([Id, DateText('A day'), Version]), { maxItems: ATOMIC_CELLS_LIMIT }),
});
export type ChangeRequest = Static<typeof Change>;

const changed = Nullable(shape<api.Changed>({ at: text, by: text }));
const Prices = shape<api.DayPrices>({ single: text, double: text, extra_adult: text, child: text });
const RoomDay = shape<api.RoomDay>({
  ...{ day: text, state: text, allotment: count, blocked: count, booked: count, held: count, left: count },
  ...{ version: count, changed },
});
const PlanDay = shape<api.PlanDay>({
  ...{ day: text, prices: Prices, is_usual: flag, closed: flag, version: count, changed },
});
const Plan = shape<api.CalendarPlan>({
  ...{ id: text, code: text, ...names, board: text, currency: text, days: Type.Array(PlanDay) },
  usual_prices: Type.Optional(Prices),
});
const Room = shape<api.CalendarRoom>({
  ...{ id: text, code: text, ...names, days: Type.Array(RoomDay), plans: Type.Array(Plan) },
});
const calendarResponse = pageResponse(
  shape<api.CalendarView>({ from: text, to: text, today: text, currency: text, rooms: Type.Array(Room) }),
);

const Cell = shape<api.CellState>({
  state: Type.Optional(text),
  allotment: Type.Optional(count),
  prices: Type.Optional(Nullable(Prices)),
});
const CellChange = shape<api.CellChange>({
  ...{ product: text, room_type: text, day: text, before: Cell, after: Cell, version: count },
});
const Warning = shape<api.CalendarWarning>({ code: text, product: text, day: text, days: count });
const changeResponse = pageResponse(
  shape<api.ChangedView>({ changes: Type.Array(CellChange), warnings: Type.Array(Warning) }),
);

export const getCalendarSchema = {
  hide,
  querystring: Type.Object({
    from: Type.Optional(DateText('First day. Default: today')),
    days: Type.Integer({ minimum: 1, maximum: CALENDAR_DAYS_LIMIT, default: DEFAULT_CALENDAR_DAYS }),
  }),
  response: calendarResponse,
};
export const previewSchema = { hide, body: Type.Object({ updates: Updates }), response: changeResponse };
export const changeSchema = { hide, body: Change, response: changeResponse };
export const large = { bodyLimit: BODY_LIMIT_BYTES };
