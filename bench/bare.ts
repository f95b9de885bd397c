import { serveBareRoute } from './bare-route.ts';
import { respondToParent } from './child.ts';

/** Runs bare servers, which are the upper limit with which the service is compared. Each route has its own server. */
respondToParent({ start: serveBareRoute });
