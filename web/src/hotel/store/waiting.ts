import { observable } from './observable.ts';

/** How many steps of this person were not sent yet. */
export const waitingCount = observable(0);
