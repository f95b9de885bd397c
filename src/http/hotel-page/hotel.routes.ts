import type { Context } from '../../context.ts';
import type { App } from '../common/wire.ts';
import { registerAccountRoutes } from './account.routes.ts';
import { registerBookingRoutes } from './bookings.routes.ts';
import { registerCalendarRoutes } from './calendar.routes.ts';
import { registerEventRoutes } from './events.routes.ts';
import { registerScanRoute } from './scan.routes.ts';
import { registerSessionRoutes } from './session.routes.ts';
import { registerStaffRoutes } from './staff.routes.ts';
import { registerStaffGate } from './staff-gate.ts';
import { registerStepRoutes } from './steps.routes.ts';

/** Registers the routes of the hotel page, under /hotel/api. These routes use sessions and need no API key. */
export function registerHotelPageApi(app: App, context: Context): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: 'open', allowance: 'pages' };
  });
  registerStaffGate(app, context);
  registerSessionRoutes(app, context);
  registerAccountRoutes(app, context);
  registerStaffRoutes(app, context);
  registerBookingRoutes(app, context);
  registerStepRoutes(app, context);
  registerCalendarRoutes(app, context);
  registerScanRoute(app, context);
  registerEventRoutes(app, context);
}
