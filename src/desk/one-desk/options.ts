// The settings, tools and log events of the one desk.

import type { Command } from '../../domain/booking/command.ts';
import type { WriteResponse } from '../../domain/booking/decided.ts';
import type { BatchChanges } from '../apply-batch.ts';
import type { Desk, DeskOptions } from '../desk.ts';
import type { Tenure } from '../tenure.ts';
import type { QuoteKeeping } from './quote-sender.ts';

export interface OneDeskOptions {
  databaseUrl: string;
  /** Identifies this process, and the node that it belongs to: processes that share a port. */
  process: string;
  node: string;
  host: string;
  port: number;
  /** The address to which other processes connect. Null means the host and port. */
  address: string | null;
  /** If true, this process leaves the desk to other processes, if there are any. Default: false. */
  isReluctant?: boolean;
  /** The first key is used to connect to another process, which must know this key. */
  signingKeys: readonly string[];
  deskName: (process: string) => string;
  /** Opens the desk of this process when this process is elected. */
  openDesk: (tenure: Tenure, tools: DeskTools) => Desk;
  /** The epoch in the database. Null when the database is offline. */
  readEpoch: () => Promise<number | null>;
  write: WriteResponse;
  quotes: QuoteKeeping;
  /** Resolves when everything committed before this call is in the memory of this process, or of its node. */
  catchUp: (whose: 'process' | 'node') => Promise<void>;
  /** Applies changes from another process's desk to memory. */
  onChanges: (changes: BatchChanges) => void;
  onEvent: (event: DeskEvent) => void;
  onError: (error: Error) => void;
}

export interface DeskTools extends Pick<DeskOptions, 'completeUntil' | 'hasMoved'> {
  /** Sends the changes of a batch to linked processes. */
  publish: (changes: BatchChanges) => void;
}

export type DeskEvent =
  | { kind: 'taken'; epoch: number }
  | { kind: 'lost'; reason: string }
  | { kind: 'linked'; epoch: number; address: string }
  | { kind: 'unlinked'; address: string; host: string | null; reason: string }
  | { kind: 'fault'; error: unknown; command: Command };
