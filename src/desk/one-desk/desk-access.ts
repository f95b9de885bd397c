import type { OneDesk } from './one-desk.ts';

/** What the rest of the program needs of the desk, wherever it is. */
export type DeskAccess = Pick<
  OneDesk,
  | 'start'
  | 'forward'
  | 'keepQuote'
  | 'markIfWanted'
  | 'isReachable'
  | 'isDesk'
  | 'epoch'
  | 'waiting'
  | 'handOver'
  | 'whenIdle'
  | 'abandon'
  | 'stop'
>;
