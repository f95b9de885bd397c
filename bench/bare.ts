import { serveBareRoute } from './bare-route.ts';
import { respondToParent } from './child.ts';

/** The upper limit that the service is compared with. Each route has a server of its own. */
respondToParent({ start: serveBareRoute });
