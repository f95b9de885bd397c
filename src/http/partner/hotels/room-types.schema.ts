// Schemas of room types.

import { type Static, Type } from 'typebox';
import {
  Amenities,
  HotelId,
  IDS,
  MaxAdults,
  MaxChildren,
  MaxOccupancy,
  RoomTypeCode,
  RoomTypeId,
  RoomTypeNameCkb,
  roomTypeNames,
} from '../../common/common.schema.ts';
import { HOTEL_ERRORS } from '../../common/document/errors.ts';
import { HotelReference, listResponse, Meta, withExample } from '../../common/wire.ts';

export const RoomTypeItem = Type.Object({
  id: RoomTypeId,
  hotel_id: HotelId,
  code: RoomTypeCode,
  ...roomTypeNames,
  name_ckb: RoomTypeNameCkb,
  max_occupancy: MaxOccupancy,
  max_adults: MaxAdults,
  max_children: MaxChildren,
  bed_configuration: Type.Array(
    Type.Object({
      type: Type.String({ description: 'Kind of bed', examples: ['DOUBLE'] }),
      count: Type.Integer({ description: 'Number of such beds', examples: [1] }),
    }),
    { description: 'The beds of a room' },
  ),
  amenities: Amenities(['WIFI', 'AIR_CONDITIONING']),
  size_sqm: Type.Integer({ description: 'Size of a room in square metres', examples: [24] }),
});
export type RoomTypeItem = Static<typeof RoomTypeItem>;

export const listRoomTypesSchema = {
  operationId: 'listRoomTypes',
  errors: HOTEL_ERRORS,
  tags: ['Catalogue'],
  summary: 'List room types',
  description:
    'Returns the active room types of a hotel with maximum occupancy, bed configuration and amenities.',
  querystring: Type.Object({ hotelId: HotelReference }),
  response: withExample(listResponse(RoomTypeItem, Meta), {
    success: true,
    data: [
      {
        id: IDS.roomType,
        hotel_id: IDS.hotel,
        code: 'DBL',
        name_en: 'Standard double room',
        name_ar: 'غرفة مزدوجة قياسية',
        name_ckb: 'ژووری دوو کەسیی ستاندارد',
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
