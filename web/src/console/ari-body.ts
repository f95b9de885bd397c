import type { Values } from './fields.ts';

/**
 * The body of a message with rooms and prices: one update for the room type, one for its rate plan. Empty fields are
 * not sent.
 */
export function ariBody(values: Values): Record<string, unknown> {
  const { hotelId, messageId, roomTypeId: roomType, ratePlanId: ratePlan, from, to } = values;
  const ofPlan = {
    ...(values.doublePrice !== '' && { prices: { double: values.doublePrice } }),
    ...(values.minStay !== '' && { minStay: Number(values.minStay) }),
    ...(values.stopSell !== '' && { stopSell: values.stopSell === 'true' }),
  };
  const updates: object[] = [];
  if (values.roomsLeft !== '')
    updates.push({ ref: 'room', roomType, from, to, set: { roomsLeft: Number(values.roomsLeft) } });
  if (Object.keys(ofPlan).length > 0)
    updates.push({ ref: 'plan', roomType, ratePlan, from, to, set: ofPlan });
  return { hotelId, messageId, updates };
}
