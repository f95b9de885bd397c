import type { OneDesk } from './one-desk.ts';
import type { Witness } from './witness.ts';

/** The functions of the desk that the rest of the program uses. The desk may be in this process or in another one. */
export type DeskAccess = { witness: Pick<Witness, 'halt'> } & Pick<
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
