import { type TSchema, Type } from 'typebox';
import { ErrorSchema, Nullable, Success } from '../common/wire.ts';
import type * as api from './hotel-api.ts';

/** The shapes of the responses of /hotel/api. hotel-api.ts says what the fields mean. */

/**
 * The serialiser drops fields that are not listed here, so the compiler compares the names with the type that the page
 * uses.
 */
export function shape<Wire>(fields: { [Name in keyof Required<Wire>]: TSchema }) {
  return Type.Object(fields);
}

export const text = Type.String();
export const flag = Type.Boolean();
export const count = Type.Integer();
export const textOrNull = Nullable(text);
export const names = { name_en: text, name_ar: text };

/** Refusals of the hotel page have no page of the developer site. */
const error = ErrorSchema.properties.error.properties;
const PageError: TSchema = Type.Object({
  success: ErrorSchema.properties.success,
  error: Type.Object({ ...error, doc_url: Type.Optional(error.doc_url) }),
});

/** Every status but 200 is an error. */
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
      ...{ id: text, public_id: text, ...names, name_ckb: textOrNull, currency: text },
    }),
    ...{ environment: text, now: text, today: text },
    voucher_keys: Type.Array(text),
  }),
);

export const invitationResponse = pageResponse(
  shape<api.InvitationView>({
    ...{ email: text, name: text, role: text },
    hotel: shape<api.InvitationView['hotel']>({ ...names, name_ckb: textOrNull }),
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

const AuditLine = shape<api.AuditLine>({
  ...{ id: count, at: text, by: text, who: text, email: textOrNull, action: text },
  // The fields depend on the action.
  ...{ before: Type.Unknown(), after: Type.Unknown() },
});
export const newsResponse = pageResponse(Type.Array(AuditLine));
export const auditResponse = pageResponse(
  shape<api.AuditPage>({ lines: Type.Array(AuditLine), next: Nullable(count) }),
);

const HotelBooking = shape<api.HotelBooking>({
  ...{ id: text, voucher_id: text, status: text, revision: count, event: count },
  guest: shape<api.HotelBooking['guest']>({ name: text, phone: textOrNull, email: textOrNull }),
  room_type: shape<api.Names>(names),
  ...{ board: text, check_in: text, check_out: text },
  ...{ nights: count, rooms: count, adults: count, children: count },
  ...{ currency: text, total: text, retained: Type.Optional(text), due_at_hotel: text, collected_by: text },
  ...{ special_requests: textOrNull, channel: text, channel_reference: textOrNull },
  ...{ created_at: text, updated_at: text },
  received: shape<api.HotelBooking['received']>({ needed: flag, at: textOrNull, by: textOrNull }),
  changed_fields: Type.Array(text),
  ended: Nullable(
    shape<NonNullable<api.HotelBooking['ended']>>({ at: text, reason: textOrNull, by_hotel: flag }),
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
