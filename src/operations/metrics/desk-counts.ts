// Counts the waits, batches, commits and outcomes of a desk.

import { COMMAND_OUTCOMES, type CommandOutcome, type DeskObserver } from '../../desk/desk-observer.ts';
import type { Command } from '../../domain/booking/command.ts';
import { Histogram, SECONDS } from './histogram.ts';

/** The largest batch has 256 commands. */
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/**
 * Maps each kind of command to its name in the metrics. The kind `reception` has the name `stay` in the metrics,
 * because existing dashboards and alerts use this name.
 */
const KINDS: Record<Command['kind'], string> = {
  hold: 'hold',
  book: 'book',
  release: 'release',
  modify: 'modify',
  cancel: 'cancel',
  reception: 'stay',
  sweep: 'sweep',
  close: 'close',
  offer: 'offer',
  ari: 'ari',
};

export class DeskCounts implements DeskObserver {
  readonly wait = new Histogram(SECONDS);
  readonly batchSize = new Histogram(BATCH_SIZES);
  readonly batch = new Histogram(SECONDS);
  readonly commit = new Histogram(SECONDS);
  /** How often this process has become the desk. */
  takeovers = 0;
  bookingsNotHonoured = 0;
  /**
   * Every series exists from the start with the value 0. Otherwise Prometheus would not see the first fault as an
   * increase.
   */
  readonly commands = Object.values(KINDS).map((kind) => ({
    kind,
    outcomes: Object.fromEntries(COMMAND_OUTCOMES.map((outcome) => [outcome, 0])) as Record<
      CommandOutcome,
      number
    >,
  }));

  waited(milliseconds: number): void {
    this.wait.observe(milliseconds / 1_000);
  }

  ranBatch(commands: number, milliseconds: number): void {
    this.batchSize.observe(commands);
    this.batch.observe(milliseconds / 1_000);
  }

  committed(milliseconds: number): void {
    this.commit.observe(milliseconds / 1_000);
  }

  notHonoured(): void {
    this.bookingsNotHonoured += 1;
  }

  responded(kind: Command['kind'], outcome: CommandOutcome): void {
    const counted = this.commands.find((one) => one.kind === KINDS[kind]);
    if (counted !== undefined) counted.outcomes[outcome] += 1;
  }
}
