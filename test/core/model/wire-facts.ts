import { expect } from 'vitest';
import type { Expected } from './reference.ts';

// biome-ignore lint/suspicious/noExplicitAny: responses as a partner gets them.
type Data = any;

/**
 * Converts an amount text to minor units. USD always has two decimals and IQD none, so removing the point is enough.
 */
export const minor = (text: string) => Number(text.replace('.', ''));
export const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

function moneyFacts(price: Data) {
  return {
    currency: price.currency,
    nightly: price.nightly.map((night: Data) => night.rooms.map((room: Data) => minor(room.amount))),
    subtotal: minor(price.subtotal),
    total: minor(price.total),
    commission: minor(price.commission.amount),
  };
}

function termFacts(data: Data) {
  return {
    ...{ rooms: data.rooms_count, adults: data.adults, children: data.children },
    due: minor(data.payment.due_at_hotel),
    timeline: data.cancellation.timeline.map((step: Data) => [
      minor(step.penalty_amount),
      minor(step.refund_amount),
    ]),
  };
}

export function factsOfQuote(data: Data): Record<string, unknown> {
  const lock = data.lock?.prebook_token ?? null;
  expect(data.lock_state).toBe(lock === null ? 'UNLOCKED' : 'LOCKED');
  return { ...moneyFacts(data), ...termFacts(data), lock, available: data.available };
}

export function factsOfHold(data: Data): Record<string, unknown> {
  return { ...moneyFacts(data), ...termFacts(data), token: data.prebook_token };
}

export function factsOfBooking(
  data: Data,
  more?: 'change' | 'difference' | 'cancellation',
): Record<string, unknown> {
  const { price_change: change, cancelled } = data;
  return {
    ...moneyFacts(data.price),
    ...termFacts(data),
    ...{
      from: dayOf(data.check_in),
      to: dayOf(data.check_out),
      status: data.status,
      revision: data.revision,
    },
    ...{ room: data.room_type.code, plan: data.rate_plan.code, guest: data.guest_manifest[0].phone },
    retained: minor(data.price.retained),
    ...(more === 'change' && { change: change && [minor(change.quoted_total), minor(change.current_total)] }),
    ...(more === 'difference' && { difference: minor(data.price_difference.amount) }),
    ...(more === 'cancellation' && {
      penalty: minor(cancelled.penalty_amount),
      refund: minor(cancelled.refund_amount),
    }),
  };
}

/** A refusal in the form of the reference. If several quotes differ by the same amount, any of them may be named. */
export function factsOfRefusal({ code, details }: Data, expected: Expected): unknown {
  const hasDetails = 'details' in expected;
  if (!hasDetails) return { refused: code };
  if (code === 'INSUFFICIENT_INVENTORY')
    return {
      refused: code,
      details: details.nights.map((night: Data) => [dayOf(night.date), night.available]),
    };
  if (code === 'RESTRICTION_VIOLATED')
    return {
      refused: code,
      details: details.reasons.map((one: Data) =>
        one.date === undefined
          ? one.code
          : [one.code, dayOf(one.date), ...(one.rate_plan_id === undefined ? [] : [one.rate_plan_id])],
      ),
    };
  if (code !== 'PRICE_CHANGED') return { refused: code, details };
  const { ids } = (expected.details ?? {}) as { ids?: (string | null)[] };
  const named = ids?.includes(details.quote_id) ? ids : [details.quote_id];
  return {
    refused: code,
    details: { quoted: minor(details.quoted_total), current: minor(details.current_total), ids: named },
  };
}
