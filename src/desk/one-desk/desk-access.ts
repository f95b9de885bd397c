import type { OneDesk } from './one-desk.ts';

/** The functions of the desk that the rest of the program uses, whichever process the desk is in. */
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
