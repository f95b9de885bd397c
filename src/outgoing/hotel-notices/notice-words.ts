import type { NoticeKind } from './notice.ts';

/** The texts that only notices use. The texts that vouchers also use are stored with the texts of vouchers. */
export interface NoticeWords {
  headings: Record<NoticeKind, string>;
  /** The subject of a mail, in one line: what happened, the guest, and the arrival day. */
  subjects: Record<NoticeKind, (guest: string, arrival: string) => string>;
  reminder: string;
  notConfirmed: string;
  requests: Record<NoticeKind, string>;
  changes: string;
  before: string;
  now: string;
  nothingVisible: string;
  compareAll: string;
  /**
   * The page uses this text when the telephone number has changed, because the page does not show telephone numbers.
   */
  phoneChanged: string;
  none: string;
  guestPhone: string;
  confirm: string;
  confirmHint: string;
  confirmed: (at: string) => string;
  changedSince: string;
  page: string;
  automatic: string;
}
