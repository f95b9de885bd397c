import type { Queries, Tokens } from '../../context.ts';
import type { Language } from '../../domain/vouchers/language.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { signingKeysOf } from '../../platform/secrets/accepted-secrets.ts';
import { thingsIn } from './load-notice.usecase.ts';
import { noticeOf } from './notice.ts';
import { confirmedText, issuerOf, type NoticeSheet, noticeSheet } from './notice-text.ts';
import { NOTICE_WORDS } from './notice-words-by-language.ts';
import { acknowledgeNotices, findNoticesOfBooking } from './notices.store.ts';
import { type LinkedBooking, readReceptionToken } from './reception-link.ts';

/** The texts of the page on which a reception reads and acknowledges a booking. */
export interface ReceptionSheet {
  sheet: NoticeSheet;
  /** The revision that the button acknowledges. */
  revision: number;
  /** The time at which this revision was acknowledged, as text. Null when it is not acknowledged yet. */
  confirmed: string | null;
  /**
   * A text for a booking that has changed since the reception acknowledged it: an earlier revision is acknowledged, and
   * this revision is not. Otherwise null.
   */
  changedSince: string | null;
}

/**
 * Returns the page for a reception link. Anyone who has the link may open the page. Returns null for an invalid link or
 * an unknown booking.
 */
export async function openReceptionLink(
  context: Queries & Tokens,
  token: string,
  language: Language,
): Promise<ReceptionSheet | null> {
  const link = linkedBy(context, token);
  return link === null ? null : sheetOf(context, link, language);
}

/**
 * Acknowledges the revision that the page showed, and earlier revisions. Later revisions stay unacknowledged, because
 * the page did not show them. Returns false for an invalid link or an unknown booking.
 */
export async function acknowledgeByLink(
  context: Queries & Tokens,
  token: string,
  revision: number,
): Promise<boolean> {
  const link = linkedBy(context, token);
  if (link === null) return false;
  if ((await findNoticesOfBooking(context.pool, link)) === null) return false;
  await inTransaction(context.pool, 'read committed', (tx) =>
    acknowledgeNotices(tx, link, revision, context.now()),
  );
  return true;
}

function linkedBy({ secrets }: Tokens, token: string): LinkedBooking | null {
  return readReceptionToken(token, signingKeysOf(secrets));
}

async function sheetOf(context: Queries & Tokens, link: LinkedBooking, language: Language) {
  const notices = await findNoticesOfBooking(context.pool, link);
  if (notices === null) return null;
  const { newest, known, present } = notices;
  const notice = noticeOf(newest.kind, newest.booking, known?.booking ?? null);
  if (notice === null) throw new Error(`a notice of booking ${link.bookingId} is about ${newest.kind}`);
  const style = { language, isReminder: false, withPhone: false };
  const thingsOf = thingsIn(context);
  const sheet = noticeSheet(notice, thingsOf, issuerOf(context.config), style);
  // Show the current status of the booking, because the guest may have checked in since the last notice.
  const now = noticeSheet({ ...notice, booking: present }, thingsOf, issuerOf(context.config), style);
  return {
    sheet: { ...now, changes: sheet.changes, aboutChanges: sheet.aboutChanges },
    revision: newest.revision,
    confirmed: newest.acknowledgedAt === null ? null : confirmedText(newest.acknowledgedAt, language),
    changedSince:
      newest.acknowledgedAt === null && known?.acknowledgedAt ? NOTICE_WORDS[language].changedSince : null,
  };
}
