import { observable } from './observable.ts';

/** How many steps of the person wait to be sent. */
export const waitingCount = observable(0);
