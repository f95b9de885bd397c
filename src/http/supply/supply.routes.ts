import type { Context } from '../../context.ts';
import type { App } from '../common/wire.ts';
import { registerAriRoutes } from './ari.routes.ts';
import { hotelPlace, registerHotelWindow } from './hotel-window.ts';
import { registerLargeBodies, SUPPLY_BODY_LIMIT_BYTES } from './large-bodies.ts';
import { registerMoveRoute } from './move-reservation.routes.ts';
import { registerPageLinkRoutes } from './page-links.routes.ts';
import { registerProductRoutes } from './products.routes.ts';
import { registerReservationRoutes } from './reservations.routes.ts';
import { registerStayRoutes } from './stays.routes.ts';

/** Registers the API of hotel systems, under /supply/v1. Keys of partners do not work here. */
export function registerSupplyApi(app: App, context: Context): void {
  app.addHook('onRoute', (route) => {
    route.config = {
      ...route.config,
      audience: 'suppliers',
      hotelIn: hotelPlace(route.schema),
      ...(route.url.includes('/reservations') && { hasGuests: true as const }),
    };
    route.bodyLimit = SUPPLY_BODY_LIMIT_BYTES;
  });
  registerLargeBodies(app);
  registerHotelWindow(app, context);
  registerProductRoutes(app, context);
  registerReservationRoutes(app, context);
  registerAriRoutes(app, context);
  registerStayRoutes(app, context);
  if (context.config.environment !== 'sandbox') return;
  registerPageLinkRoutes(app, context);
  registerMoveRoute(app, context);
}
