// The settings, tools and log events of the one desk.

import type { Command } from '../../domain/booking/command.ts';
import type { WriteResponse } from '../../domain/booking/decided.ts';
import type { BatchChanges } from '../apply-batch.ts';
import type { Desk } from '../desk.ts';
import type { DeskOptions } from '../desk-options.ts';
import type { Tenure } from '../tenure.ts';
import type { RememberedBatch } from './batch-memory.ts';
import type { QuoteKeeping } from './quote-sender.ts';

export interface OneDeskOptions {
  databaseUrl: string;
  /** The ids of this process and of its node. A node is a group of processes that share a port. */
  process: string;
  node: string;
  host: string;
  port: number;
  /** The address to which other processes connect. If null, the address consists of the host and the port. */
  address: string | null;
  /** If true, this process does not become the desk while another process can. The default is false. */
  isReluctant?: boolean;
  /** The accepted keys. This process uses the first key to connect to another process, which must know this key. */
  signingKeys: readonly string[];
  deskName: (process: string) => string;
  /** Called when this process is elected, to open its desk. */
  openDesk: (tenure: Tenure, tools: DeskTools) => Desk;
  /** Reads the epoch from the database. Resolves with null if the database is offline. */
  readEpoch: () => Promise<number | null>;
  write: WriteResponse;
  quotes: QuoteKeeping;
  /**
   * Resolves when everything committed before this call is in the memory of this process, or of all processes of its
   * node.
   */
  catchUp: (whose: 'process' | 'node') => Promise<void>;
  /** Applies the changes of another process's desk to the memory of this process. */
  onChanges: (changes: BatchChanges) => void;
  /**
   * The files in which this process keeps what it tells callers. If null, what the processes remember is all that is
   * known after a loss.
   */
  journal: DeskJournal | null;
  /** Resolves with the processes that may remember batches, without this one. */
  readOthers: () => Promise<string[]>;
  onEvent: (event: DeskEvent) => void;
  onError: (error: Error) => void;
}

export interface DeskTools extends Pick<DeskOptions, 'completeUntil' | 'hasMoved'> {
  /** Sends the changes of a batch to all linked processes. */
  publish: (changes: BatchChanges) => void;
}

export interface DeskJournal {
  /** Writes a line before the caller gets its response. */
  append: (line: string, database: string) => void;
  /** Reads the last batches in the files of this node. */
  recall: () => Promise<RememberedBatch[]>;
  close: () => void;
}

export type DeskEvent =
  | { kind: 'lost batches'; missing: string; isHalted: boolean }
  | { kind: 'another database'; batches: number }
  | { kind: 'halted'; missing: string }
  | { kind: 'resumed' }
  | { kind: 'taken'; epoch: number }
  | { kind: 'lost'; reason: string }
  | { kind: 'linked'; epoch: number; address: string }
  | { kind: 'unlinked'; address: string; host: string | null; reason: string }
  | { kind: 'fault'; error: unknown; command: Command };
