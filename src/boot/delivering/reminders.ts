// The timer that reminds receptions of bookings that nobody has acknowledged.

import type { Context } from '../../context.ts';
import { countUnacknowledged, remindReceptions } from '../../outgoing/hotel-notices/remind.usecase.ts';

const EVERY_MILLISECONDS = 30_000;

/**
 * Reminds receptions at regular intervals. Reminders are sent only in production, and only by the process that is the
 * desk.
 */
export function startReminders(context: Context): { stop: () => Promise<void> } {
  if (context.config.environment !== 'production') return { stop: async () => {} };
  const { mail, gateway } = context.config.reception;
  if (mail === null && gateway === null)
    context.log.warn('front desks are not told about bookings: set IHC_SMTP_URL or IHC_MESSAGE_GATEWAY_URL');
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => passOver(context));
  }, EVERY_MILLISECONDS);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/**
 * Reminds receptions, and counts the bookings that nobody has acknowledged. The metrics show this count. Only the
 * process that is the desk does this work.
 */
export async function passOver(context: Context): Promise<void> {
  const { counts } = context;
  if (!context.desk.isDesk) {
    if (counts !== null) counts.openNotices = null;
    return;
  }
  try {
    await remindReceptions(context);
    if (counts !== null) counts.openNotices = await countUnacknowledged(context);
  } catch (error) {
    context.log.warn({ reason: (error as Error).message }, 'front desks could not be reminded');
  }
}
