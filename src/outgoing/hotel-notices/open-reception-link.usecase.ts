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

/** The view of a booking for a reception, ready to show. */
export interface ReceptionSheet {
  sheet: NoticeSheet;
  /** The revision that the button acknowledges. */
  revision: number;
  /** When this revision was acknowledged, as text. Null when it is not acknowledged yet. */
  confirmed: string | null;
  /** Shown when an earlier revision was acknowledged and this revision was not. */
  changedSince: string | null;
}

/** Opens a booking for anyone with the link of its reception. Null for a wrong link, and for an unknown booking. */
export async function openReceptionLink(
  context: Queries & Tokens,
  token: string,
  language: Language,
): Promise<ReceptionSheet | null> {
  const link = linkedBy(context, token);
  return link === null ? null : sheetOf(context, link, language);
}

/**
 * Acknowledges the revision that the page showed, and earlier revisions. A newer revision stays open, because nobody
 * has read it. Returns false for a wrong link or an unknown booking.
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
  // Show the current status, because a guest may have checked in since the last notice.
  const now = noticeSheet({ ...notice, booking: present }, thingsOf, issuerOf(context.config), style);
  return {
    sheet: { ...now, changes: sheet.changes, aboutChanges: sheet.aboutChanges },
    revision: newest.revision,
    confirmed: newest.acknowledgedAt === null ? null : confirmedText(newest.acknowledgedAt, language),
    changedSince:
      newest.acknowledgedAt === null && known?.acknowledgedAt ? NOTICE_WORDS[language].changedSince : null,
  };
}
