import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../../boot/context.ts';

const SLOW_MILLISECONDS = 4_000;

/** The sandbox's slow hotel: the answer is ready and takes its time, while the desk has long gone on. */
export async function slowly(context: Context, hotelId: string): Promise<void> {
  if (isSlow(context, hotelId)) await sleep(SLOW_MILLISECONDS);
}

export function isSlow(context: Context, hotelId: string): boolean {
  return context.snapshot.findHotel(hotelId)?.scenario === 'SLOW';
}
