// Endpoints to read the hotels, room types and rate plans that a hotel system may change.

import type { Reads } from '../../context.ts';
import { listSuppliedHotels } from '../../domain/catalog/list-supplied-hotels.usecase.ts';
import { listProducts } from '../../domain/pricing/list-products.usecase.ts';
import { accept } from '../../kernel/refusal.ts';
import { callerOf } from '../common/gate.ts';
import { type App, sendList } from '../common/wire.ts';
import { listProductsSchema, listSuppliedHotelsSchema } from './products.schema.ts';
import { productView, suppliedHotelView } from './products.view.ts';

export function registerProductRoutes(app: App, context: Reads): void {
  const config = { entityTag: true } as const;
  app.get('/hotels', { schema: listSuppliedHotelsSchema, config }, (request, reply) => {
    const hotels = listSuppliedHotels(context, callerOf(request));
    return sendList(request, reply, accept(hotels), suppliedHotelView);
  });
  app.get('/products', { schema: listProductsSchema, config }, (request, reply) => {
    const products = listProducts(context, callerOf(request), request.query.hotelId);
    return sendList(request, reply, products, productView);
  });
}
