import { observable } from './observable.ts';

/** The number of steps of this person that were not sent yet. */
export const waitingCount = observable(0);
