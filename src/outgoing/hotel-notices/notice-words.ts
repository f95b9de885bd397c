import type { NoticeKind } from './notice.ts';

/** The texts that notices need in addition to those of vouchers. */
export interface NoticeWords {
  headings: Record<NoticeKind, string>;
  /** One line for a list of mails: what happened, the guest, and the arrival day. */
  subjects: Record<NoticeKind, (guest: string, arrival: string) => string>;
  reminder: string;
  notConfirmed: string;
  requests: Record<NoticeKind, string>;
  changes: string;
  before: string;
  now: string;
  nothingVisible: string;
  compareAll: string;
  /** Used on the page, which does not show the number. */
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
