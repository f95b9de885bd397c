import { describe, expect, it } from 'vitest';
import type { Command } from '../../domain/booking/command.ts';
import { type SortedCommands, sortCommands } from './sort-commands.ts';

/**
 * The lists that contain each kind of command, besides `hotelLedgers`. If a new kind has no entry here, this file does
 * not compile.
 */
const LISTS: Record<Command['kind'], (keyof SortedCommands)[]> = {
  hold: ['stays', 'holds'],
  book: ['stays', 'books'],
  release: ['releases'],
  modify: ['changes', 'modifications'],
  cancel: ['changes'],
  close: ['changes'],
  reception: ['changes', 'reception'],
  sweep: [],
  offer: ['offers'],
  ari: ['messages'],
};
const KINDS = Object.keys(LISTS) as Command['kind'][];

function commandOf(kind: Command['kind'], number: number): Command {
  const idempotency = kind === 'book' ? { key: `${number}` } : null;
  return { kind, number, hotelLedger: { number }, idempotency } as unknown as Command;
}

describe('the commands of a batch', () => {
  it('are in the lists of their kind, in the order of the batch', () => {
    const commands = [...KINDS, ...KINDS.toReversed()].map(commandOf);
    const { hotelLedgers, keyed, ...lists } = sortCommands(commands);
    expect(hotelLedgers).toEqual(commands.map(({ hotelLedger }) => hotelLedger));
    expect(keyed).toEqual(commands.filter(({ kind }) => kind === 'book'));
    for (const [list, found] of Object.entries(lists))
      expect([list, found]).toEqual([
        list,
        commands.filter(({ kind }) => LISTS[kind].includes(list as keyof SortedCommands)),
      ]);
  });
});
