import type { Board, Names } from './hotel-api.ts';

/** What managers read about changes and refused attempts. As in hotel-api.ts, there are only types. */

export type AuditKind = 'ACCOUNTS' | 'SIGN_INS' | 'ROOMS' | 'REFUSED';

/** The response of GET /audit?kind=ACCOUNTS&before=12, for managers: at most 50 entries, newest first. */
export interface AuditPage {
  lines: AuditLine[];
  /** `before` of the next page. Null: there are no more. */
  next: number | null;
}
export interface AuditLine {
  id: number;
  at: string;
  /** OTHER: `who` is the name of a hotel system, an unknown network address, or a name that an earlier release stored. */
  by: 'PERSON' | 'OPERATOR' | 'OTHER';
  /** For a person, `who` is the current name. For an operator, `who` is `operator`. */
  who: string;
  email: string | null;
  /** A change, such as `staff invite`. A refused action begins with `refused `: see record-page-refusal.usecase.ts. */
  action: string;
  /** The field is missing if a node of the release before sent the entry. */
  facts?: AuditFact[];
}
/** The room type that an entry is about. If the entry is about a rate plan, `board` is the board of the plan. */
export interface AuditProduct extends Names {
  board: Board | null;
}
/**
 * A value that an entry changed or names. Null in `before`: there was no value before. Null in `after`: the value was
 * removed. A price can also be USUAL. `sales` has the states of a RoomDay. `first` and `last` are days.
 */
export interface AuditFact {
  field: AuditFactField;
  product: AuditProduct | null;
  first: string | null;
  last: string | null;
  before: string | null;
  after: string | null;
  currency: string | null;
}
export type AuditFactField =
  | 'name'
  | 'email'
  | 'role'
  | 'status'
  | 'address'
  | 'voucher'
  | 'check_in'
  | 'check_out'
  | 'rooms'
  | 'reason'
  | 'season'
  | 'price_percent'
  | 'sales'
  | 'allotment'
  | 'blocked'
  | 'closed_to_arrival'
  | 'closed_to_departure'
  | 'min_stay'
  | 'max_stay'
  | 'price_single'
  | 'price_double'
  | 'price_extra_adult'
  | 'price_child';
