// Endpoints of the catalogue: hotels and their room types.

import type { Reads } from '../../../context.ts';
import { getHotel } from '../../../domain/catalog/get-hotel.usecase.ts';
import { listHotels } from '../../../domain/catalog/list-hotels.usecase.ts';
import { listRoomTypes } from '../../../domain/catalog/list-room-types.usecase.ts';
import { callerOf } from '../../common/gate.ts';
import { type App, sendItem, sendList, sendWrittenPage } from '../../common/wire.ts';
import { hotelView, writeHotel } from './hotel.view.ts';
import { getHotelSchema, listHotelsSchema } from './hotels.schema.ts';
import { roomTypeView } from './room-type.view.ts';
import { listRoomTypesSchema } from './room-types.schema.ts';

export function registerHotelRoutes(app: App, context: Reads): void {
  app.get('/hotels', { schema: listHotelsSchema, config: { entityTag: true } }, (request, reply) =>
    sendWrittenPage(request, reply, listHotels(context, callerOf(request), request.query), writeHotel),
  );
  app.get('/hotels/:hotelId', { schema: getHotelSchema, config: { entityTag: true } }, (request, reply) =>
    sendItem(request, reply, getHotel(context, callerOf(request), request.params.hotelId), (found) =>
      hotelView(found, context.now().getTime()),
    ),
  );
  app.get('/room-types', { schema: listRoomTypesSchema, config: { entityTag: true } }, (request, reply) =>
    sendList(request, reply, listRoomTypes(context, callerOf(request), request.query.hotelId), roomTypeView),
  );
}
