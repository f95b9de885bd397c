import type { Board, Names } from './hotel-api.ts';

/** The audit that managers read: changes and refused attempts. Like hotel-api.ts, this file contains only types. */

export type AuditKind = 'ACCOUNTS' | 'SIGN_INS' | 'ROOMS' | 'REFUSED';

/** The response of GET /audit?kind=ACCOUNTS&before=12, for managers: at most 50 entries, newest first. */
export interface AuditPage {
  lines: AuditLine[];
  /** The value of `before` for the next page. Null: this is the last page. */
  next: number | null;
}
export interface AuditLine {
  id: number;
  at: string;
  /**
   * OTHER: `who` is the name of a hotel system, the network address of an unknown person, or a name that an earlier
   * release stored.
   */
  by: 'PERSON' | 'OPERATOR' | 'OTHER';
  /** For a person, `who` is the current name. For an operator, `who` is `operator`. */
  who: string;
  email: string | null;
  /**
   * The name of an action, such as `staff invite`. For a refused action, the name begins with `refused `: see
   * record-page-refusal.usecase.ts.
   */
  action: string;
  /** Missing if a node of the previous release sent the entry. */
  facts?: AuditFact[];
}
/** The room type that an entry is about. If the entry is about a rate plan, `board` is the board of the plan. */
export interface AuditProduct extends Names {
  board: Board | null;
}
/**
 * One value of an audit entry, for example a changed price or the name of an account. Null in `before`: there was no
 * value before. Null in `after`: the value was removed. A price can also be USUAL. For the field `sales`, the values
 * are the states of a RoomDay. `first` and `last` are the first and the last day of the range.
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
