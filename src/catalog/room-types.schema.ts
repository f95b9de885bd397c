import { type Static, Type } from 'typebox';
import { HotelReference, listAnswer, Meta, withExample } from '../http/wire.ts';

export const RoomTypeItem = Type.Object({
  id: Type.String({ format: 'uuid' }),
  hotel_id: Type.String({ format: 'uuid' }),
  code: Type.String({ description: "The hotel's own code" }),
  name_en: Type.String(),
  name_ar: Type.String(),
  max_occupancy: Type.Integer({ description: 'Adults and children together' }),
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
  description: 'The active room types of a hotel: maximum occupancy, bed configuration, amenities.',
  querystring: Type.Object({ hotelId: HotelReference }),
  response: withExample(listAnswer(RoomTypeItem, Meta), {
    success: true,
    data: [
      {
        id: '7d0c7f2e-5a43-4f0e-8f56-3f3f4f0b9d21',
        hotel_id: '4f1c1f6e-6a1d-4d8a-9a53-0c7c2b0a5f11',
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
