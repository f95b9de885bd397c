import { observable } from './observable.ts';

/** The number of unsent steps of this person. */
export const waitingCount = observable(0);
