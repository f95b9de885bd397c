import { serveBareRoute } from './bare-route.ts';
import { answerParent } from './child.ts';

/** The upper limit that the service is compared with. Each route has a server of its own. */
answerParent({ start: serveBareRoute });
