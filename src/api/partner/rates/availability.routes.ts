import type { Context } from '../../../boot/context.ts';
import { getAvailability } from '../../../inventory/get-availability.usecase.ts';
import { formatDay } from '../../../kernel/day.ts';
import { sendRefusal } from '../../http/errors.ts';
import { callerOf } from '../../http/gate.ts';
import { type App, sendWritten } from '../../http/wire.ts';
import { getAvailabilitySchema } from './availability.schema.ts';

export function registerInventoryRoutes(app: App, context: Context): void {
  app.get(
    '/availability',
    { schema: getAvailabilitySchema, config: { entityTag: true } },
    (request, reply) => {
      const outcome = getAvailability(context, callerOf(request), request.query);
      if (!outcome.ok) return sendRefusal(request, reply, outcome);
      const { hotelId, roomTypeId, startDay, days } = outcome.value;
      const about = { hotel_id: hotelId, room_type_id: roomTypeId, start_date: formatDay(startDay) };
      return sendWritten(request, reply, days, about);
    },
  );
}
