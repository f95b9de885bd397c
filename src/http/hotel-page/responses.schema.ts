import { type TSchema, Type } from 'typebox';
import { ErrorSchema, Nullable, Success } from '../common/wire.ts';
import type * as audit from './audit-api.ts';
import type * as api from './hotel-api.ts';

/** The schemas of the responses of /hotel/api. hotel-api.ts explains the fields. */

/**
 * The serialiser drops fields that a schema does not list. Therefore the compiler compares the listed names with the
 * type that the page uses.
 */
export function shape<Wire>(fields: { [Name in keyof Required<Wire>]: TSchema }) {
  return Type.Object(fields);
}

export const text = Type.String();
export const flag = Type.Boolean();
export const count = Type.Integer();
export const textOrNull = Nullable(text);
export const names = { name_en: text, name_ar: text, name_ckb: textOrNull };

/** `doc_url` is optional, because the developer site has no page about refusals that occur only on the hotel page. */
const error = ErrorSchema.properties.error.properties;
const PageError: TSchema = Type.Object({
  success: ErrorSchema.properties.success,
  error: Type.Object({ ...error, doc_url: Type.Optional(error.doc_url) }),
});

/** Every status except 200 is an error. */
const failures = { default: PageError };

export function pageResponse(data: TSchema): { 200: TSchema; default: TSchema } {
  return { 200: Type.Object({ success: Success, data }), ...failures };
}

export const nothingResponse = pageResponse(Type.Object({}));

/** Server-sent events: see LiveBooking and LiveEnd. */
export const streamResponse = {
  200: { description: 'Events', content: { 'text/event-stream': { schema: text } } },
  ...failures,
};

export const sessionResponse = pageResponse(
  shape<api.SessionView>({
    person: shape<api.SessionView['person']>({
      ...{ id: text, name: text, email: text, role: text },
      ...{ has_totp: flag, is_test_account: flag },
    }),
    hotel: shape<api.SessionView['hotel']>({
      ...{ id: text, public_id: text, ...names, currency: text },
    }),
    ...{ environment: text, now: text, today: text },
    voucher_keys: Type.Array(text),
  }),
);

export const invitationResponse = pageResponse(
  shape<api.InvitationView>({
    ...{ email: text, name: text, role: text },
    hotel: shape<api.Names>(names),
    ...{ expires_at: text, needs_code: flag },
  }),
);

export const totpResponse = pageResponse(shape<api.TotpView>({ secret: text, url: text, qr_svg: text }));

export const sessionsResponse = pageResponse(
  Type.Array(
    shape<api.SessionLine>({
      ...{ id: text, device: text, address: text, created_at: text, used_at: text, is_this: flag },
    }),
  ),
);

const StaffLine = shape<api.StaffLine>({
  ...{ id: text, name: text, email: text, role: text, status: text, has_totp: flag },
  ...{ used_at: textOrNull, is_you: flag },
  asked: Nullable(shape<NonNullable<api.StaffLine['asked']>>({ by: text, by_you: flag })),
});
export const staffLineResponse = pageResponse(StaffLine);
export const staffResponse = pageResponse(Type.Array(StaffLine));
export const invitedResponse = pageResponse(
  shape<api.InvitedView>({ staff: StaffLine, url: text, expires_at: text }),
);

const AuditLine = shape<audit.AuditLine>({
  ...{ id: count, at: text, by: text, who: text, email: textOrNull, action: text },
  facts: Type.Optional(
    Type.Array(
      shape<audit.AuditFact>({
        field: text,
        product: Nullable(shape<audit.AuditProduct>({ ...names, board: textOrNull })),
        ...{ first: textOrNull, last: textOrNull, before: textOrNull, after: textOrNull },
        currency: textOrNull,
      }),
    ),
  ),
});
export const newsResponse = pageResponse(Type.Array(AuditLine));
export const auditResponse = pageResponse(
  shape<audit.AuditPage>({ lines: Type.Array(AuditLine), next: Nullable(count) }),
);

const facts = {
  guest: shape<api.BookingFacts['guest']>({ name: text, phone: textOrNull, email: textOrNull }),
  room_type: shape<api.Names>(names),
  ...{ board: text, check_in: text, check_out: text },
  ...{ nights: count, rooms: count, adults: count, children: count },
  ...{ currency: text, total: text, retained: Type.Optional(text), due_at_hotel: text, collected_by: text },
  special_requests: textOrNull,
};
const charge = Type.Optional(shape<api.Charge>({ owed_by: text, amount: textOrNull }));

const HotelBooking = shape<api.HotelBooking>({
  ...{ id: text, voucher_id: text, status: text, revision: count, event: count },
  ...facts,
  ...{ channel: text, channel_reference: textOrNull },
  ...{ created_at: text, updated_at: text },
  received: shape<api.HotelBooking['received']>({ needed: flag, at: textOrNull, by: textOrNull }),
  changed_fields: Type.Array(text),
  before: Type.Optional(Nullable(shape<api.BookingFacts>(facts))),
  no_show_charge: charge,
  ended: Nullable(
    shape<NonNullable<api.HotelBooking['ended']>>({ at: text, reason: textOrNull, by_hotel: flag, charge }),
  ),
  undo: Nullable(shape<NonNullable<api.HotelBooking['undo']>>({ revision: count, until: text })),
});

export const dayResponse = pageResponse(
  shape<api.DayView>({
    ...{ now: text, today: text, event: count, bookings: Type.Array(HotelBooking), has_more: flag },
  }),
);
export const bookingListResponse = pageResponse(
  shape<api.BookingList>({ bookings: Type.Array(HotelBooking) }),
);

const BookingDetail = shape<api.BookingDetail>({
  booking: HotelBooking,
  history: Type.Array(
    shape<api.HistoryLine>({
      ...{ at: text, action: text, by: text, revision: count, reason: textOrNull },
    }),
  ),
});
export const bookingResponse = pageResponse(BookingDetail);
export const scanResponse = pageResponse(shape<api.ScanView>({ detail: BookingDetail, is_outdated: flag }));
