import type { Context } from '../context.ts';
import { callerOf } from '../http/gate.ts';
import { type App, sendList } from '../http/wire.ts';
import { formatDay } from '../kernel/day.ts';
import { accept } from '../kernel/refusal.ts';
import { getAvailabilitySchema } from './availability.schema.ts';
import { getAvailability } from './get-availability.usecase.ts';

export function registerInventoryRoutes(app: App, context: Context): void {
  app.get(
    '/availability',
    { schema: getAvailabilitySchema, config: { entityTag: true } },
    (request, reply) => {
      const outcome = getAvailability(context, callerOf(request), request.query);
      if (!outcome.ok) return sendList(request, reply, outcome);
      const { hotelId, roomTypeId, startDay, days } = outcome.value;
      const about = { hotel_id: hotelId, room_type_id: roomTypeId, start_date: formatDay(startDay) };
      return sendList(request, reply, accept(days), about);
    },
  );
}
