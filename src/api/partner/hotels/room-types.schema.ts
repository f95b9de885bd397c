import { type Static, Type } from 'typebox';
import { HotelReference, listAnswer, Meta, withExample } from '../../http/wire.ts';

export const RoomTypeItem = Type.Object({
  id: Type.String({ format: 'uuid' }),
  hotel_id: Type.String({ format: 'uuid' }),
  code: Type.String({ description: "The hotel's own code for the room type" }),
  name_en: Type.String(),
  name_ar: Type.String(),
  max_occupancy: Type.Integer({ description: 'Maximum number of guests: adults and children together' }),
  max_adults: Type.Integer(),
  max_children: Type.Integer(),
  bed_configuration: Type.Array(Type.Object({ type: Type.String(), count: Type.Integer() })),
  amenities: Type.Array(Type.String()),
  size_sqm: Type.Integer(),
});
export type RoomTypeItem = Static<typeof RoomTypeItem>;

export const listRoomTypesSchema = {
  operationId: 'listRoomTypes',
  tags: ['Catalogue'],
  summary: 'List room types',
  description:
    'Returns the active room types of a hotel with maximum occupancy, bed configuration and amenities.',
  querystring: Type.Object({ hotelId: HotelReference }),
  response: withExample(listAnswer(RoomTypeItem, Meta), {
    success: true,
    data: [
      {
        id: '582ff731-b8ab-4900-8446-baf5b11ca45f',
        hotel_id: 'fc696a0f-ec1d-4f37-92b4-1c43aa6e3287',
        code: 'DBL',
        name_en: 'Standard double room',
        name_ar: 'غرفة مزدوجة قياسية',
        max_occupancy: 3,
        max_adults: 2,
        max_children: 1,
        bed_configuration: [{ type: 'DOUBLE', count: 1 }],
        amenities: ['WIFI', 'AIR_CONDITIONING'],
        size_sqm: 24,
      },
    ],
    meta: { count: 1 },
  }),
};
