// Builds the program `ihc` from its commands. All commands have the same form of help and the same exit codes.

import { Command, CommanderError } from 'commander';
import { readVersion } from '../boot/version.ts';
import { addAuditCommand } from './audit.ts';
import { addCompletionCommand } from './completion.ts';
import { addContractCommands } from './contract.ts';
import { addDeliveryCommands } from './delivery.ts';
import { addDeskCommands } from './desk.ts';
import { addExchangeCommands } from './exchange.ts';
import { addHotelCommands } from './hotel.ts';
import { addInventoryCommands } from './inventory.ts';
import { addKeyCommands } from './key.ts';
import { addMigrateCommand } from './migrate.ts';
import { addPartnerCommands } from './partner.ts';
import { addRatesCommands } from './rates.ts';
import { addRecoverCommands } from './recover.ts';
import { EXIT, Exit, type ProgramEnvironment, Runner } from './run.ts';
import { addSeasonCommands } from './season.ts';
import { addSecretCommands } from './secret.ts';
import { addStaffCommands } from './staff.ts';
import { addStatusCommand } from './status.ts';
import { addSupplierCommands } from './supplier.ts';
import { addTaxCommands } from './tax.ts';
import type { Terminal } from './terminal.ts';
import { addVerifyCommand } from './verify.ts';

export interface Program {
  command: Command;
  /** Runs one command line. Returns the exit code. */
  run: (parameters: string[]) => Promise<number>;
}

export function buildProgram(environment: ProgramEnvironment, terminal: Terminal): Program {
  const runner = new Runner(environment, terminal);
  const program = new Command('ihc')
    .description("The operator's command of Iraq Hotel Channel.")
    .version(readVersion())
    .option('--json', 'print JSON for programs instead of tables')
    .option('--yes', 'answer every question with yes')
    .option('--as <name>', 'who does this, for the audit (default: IHC_OPERATOR, else user@host)')
    .addHelpText(
      'after',
      `
It works on the database of DATABASE_URL, or of the data folder (IHC_DATA_DIR), with the settings of the service.
Exit codes: 0 done, 1 declined or problems found, 2 could not run, 130 interrupted.

Examples:
  ihc migrate
  ihc partner create acme --name "Acme Travel"
  ihc key issue acme
  ihc --help, ihc hotel import --help`,
    )
    .exitOverride();
  addMigrateCommand(program, runner);
  addPartnerCommands(program, runner);
  addSupplierCommands(program, runner);
  addStaffCommands(program, runner);
  addHotelCommands(program, runner);
  addInventoryCommands(program, runner);
  addRatesCommands(program, runner);
  addSeasonCommands(program, runner);
  addKeyCommands(program, runner);
  addSecretCommands(program, runner);
  addContractCommands(program, runner);
  addDeskCommands(program, runner);
  addRecoverCommands(program, runner);
  addDeliveryCommands(program, runner);
  addExchangeCommands(program, runner);
  addTaxCommands(program, runner);
  addStatusCommand(program, runner);
  addVerifyCommand(program, runner);
  addAuditCommand(program, runner);
  addCompletionCommand(program, terminal);
  prepare(program, terminal);
  return { command: program, run: (parameters) => run(program, parameters) };
}

/**
 * Sets how a command writes messages. Commander does not copy these settings to existing commands, so `prepare` is
 * called for each command.
 */
function prepare(command: Command, terminal: Terminal): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => terminal.print(text.trimEnd()),
    writeErr: (text) => terminal.say(isProblem(text) ? oneLine(text) : text.trimEnd()),
  });
  command.showHelpAfterError(false).showSuggestionAfterError(true);
  for (const child of command.commands) prepare(child, terminal);
}

/**
 * Returns true for a problem, and false for the help that commander writes to standard error when a command is missing.
 */
const isProblem = (text: string) => text.startsWith('error: ');

/**
 * Writes a message of commander on one line. Commander puts the rejected value before the reason, but our reasons
 * already contain this value. Commander also writes a suggestion ("Did you mean …?") on a second line.
 */
function oneLine(text: string): string {
  return text
    .trimEnd()
    .replace(/^error: /, 'ihc: ')
    .replace(/option '(?:-\w, )?(--[\w-]+)[^']*' argument '[^']*' is invalid\. /, '$1: ')
    .replace(/command-argument value '[^']*' is invalid for argument '([\w-]+)'\. /, '$1: ')
    .replaceAll('\n', ' ');
}

async function run(program: Command, parameters: string[]): Promise<number> {
  try {
    await program.parseAsync(parameters, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof Exit) return error.code;
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.failed;
    throw error;
  }
}
