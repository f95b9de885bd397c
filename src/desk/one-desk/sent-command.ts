import type { Command, ReceptionCommand } from '../../domain/booking/command.ts';

/** The form of a command on a link. Release 1.6.0 calls a command of a reception `stay`, and must understand our commands. */
export type SentCommand = Exclude<Command, ReceptionCommand> | SentReceptionCommand;

type SentReceptionCommand = Omit<ReceptionCommand, 'kind'> & { kind: 'stay' };

export function toSent(command: Command): SentCommand {
  return command.kind === 'reception' ? { ...command, kind: 'stay' } : command;
}

export function ofSent(command: SentCommand): Command {
  return command.kind === 'stay' ? { ...command, kind: 'reception' } : command;
}
