import type { Command } from 'commander';
import type { Config } from '../boot/config.ts';
import type { Need } from '../boot/open-operation.ts';
import type { Operation } from '../context.ts';
import type { Declined, Outcome } from '../kernel/refusal.ts';
import { StartRefused } from '../kernel/start-refused.ts';
import { serverConditionOf } from '../platform/db/server-condition.ts';
import type { Terminal } from './terminal.ts';

/** Exit codes of `ihc`. */
export const EXIT = {
  done: 0,
  /** The command was refused or was not confirmed, or it found problems. */
  declined: 1,
  /** The command could not run: an argument or a setting is not valid, or the database cannot be reached. */
  failed: 2,
  interrupted: 130,
} as const;

/**
 * The settings that the program was started with. The settings are read only when a command runs, because `--help`
 * needs no settings.
 */
export interface ProgramEnvironment {
  config: () => Config;
  who: string;
}

/** The output of a command: `data` is for programs, and `text` is for people. */
export interface Shown {
  data: unknown;
  text: string;
  /** The exit code of the program. It is set only if the output shows a problem, and the default is 0. */
  code?: number;
}

/**
 * Everything that a command works with. `options` are the options that commander has read, including the common ones.
 */
export interface Running<Options> {
  operation: Operation;
  terminal: Terminal;
  options: Options & CommonOptions;
  /**
   * Asks the operator to confirm a step that cannot be undone. Resolves with false if the operator does not confirm.
   */
  confirm: (question: string) => Promise<boolean>;
  /**
   * Ctrl-C aborts this signal. After the abort, long work completes its current step and then ends. No step is left
   * incomplete.
   */
  interrupted: AbortSignal;
}

export interface CommonOptions {
  json?: boolean;
  yes?: boolean;
  as?: string;
  dryRun?: boolean;
}

/** The work of a command. The parameters of the work are the arguments that commander has read. */
export type Work<Options, Parameters extends unknown[]> = (
  running: Running<Options>,
  ...parameters: Parameters
) => Promise<Outcome<Shown, Declined>>;

/** The action of a command throws this error to end the program with an exit code. */
export class Exit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

export class Runner {
  private readonly environment: ProgramEnvironment;
  private readonly terminal: Terminal;

  constructor(environment: ProgramEnvironment, terminal: Terminal) {
    this.environment = environment;
    this.terminal = terminal;
  }

  /**
   * Returns the action of a command. The action opens the database, runs the work, prints the result, and closes
   * everything.
   */
  action<Options = object, Parameters extends unknown[] = [string]>(
    work: Work<Options, Parameters>,
    need: Exclude<Need, 'existing'> = 'current',
  ) {
    return async (...given: unknown[]): Promise<void> => {
      const command = given.at(-1) as Command;
      const parameters = command.processedArgs as Parameters;
      const code = await this.run(work, command.optsWithGlobals(), parameters, need);
      if (code !== EXIT.done) throw new Exit(code);
    };
  }

  private async run<Options, Parameters extends unknown[]>(
    work: Work<Options, Parameters>,
    options: Options & CommonOptions,
    parameters: Parameters,
    need: Exclude<Need, 'existing'>,
  ): Promise<number> {
    const interruption = new AbortController();
    let signals = 0;
    const interrupt = () => {
      signals += 1;
      interruption.abort();
      if (signals > 1) process.exit(EXIT.interrupted);
    };
    process.on('SIGINT', interrupt);
    process.on('SIGTERM', interrupt);
    try {
      // This module is loaded only when a command runs, so that help and completion start quickly.
      const { openOperation } = await import('../boot/open-operation.ts');
      const open = await openOperation(
        this.environment.config(),
        // Control characters in the name are removed, because a terminal that shows the audit would execute them.
        (options.as?.trim() || this.environment.who).replace(/\p{Cc}/gu, ' '),
        options.dryRun && need === 'any' ? 'existing' : need,
      );
      try {
        const outcome = await work(
          {
            operation: open.operation,
            terminal: this.terminal,
            options,
            confirm: (question) => this.confirm(question, options),
            interrupted: interruption.signal,
          },
          ...parameters,
        );
        this.show(outcome, options);
        // The terminal shows the name of the database, so that the operator notices if the settings in the shell belong
        // to the wrong database.
        if (outcome.ok) this.terminal.remind(`[${open.place}]`);
        if (interruption.signal.aborted) return EXIT.interrupted;
        return outcome.ok ? (outcome.value.code ?? EXIT.done) : EXIT.declined;
      } finally {
        await open.close();
        const trouble = open.deskTrouble();
        if (trouble !== null) this.terminal.say(`ihc: ${trouble}`);
      }
    } catch (error) {
      if (error === interruption.signal.reason) {
        this.terminal.say('ihc: interrupted');
        return EXIT.interrupted;
      }
      this.terminal.say(`ihc: ${messageOf(error)}`);
      return EXIT.failed;
    } finally {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
    }
  }

  private show(outcome: Outcome<Shown, Declined>, { json, dryRun }: CommonOptions): void {
    if (!outcome.ok) {
      if (json) this.terminal.print(JSON.stringify({ problems: outcome.problems }, null, 2));
      else for (const problem of outcome.problems) this.terminal.say(`ihc: ${problem}`);
      return;
    }
    if (json) this.terminal.print(JSON.stringify(outcome.value.data, null, 2));
    else this.terminal.print(outcome.value.text);
    if (dryRun) this.terminal.say('This was a dry run: nothing was changed.');
  }

  private async confirm(question: string, { yes, dryRun }: CommonOptions): Promise<boolean> {
    if (yes || dryRun) return true;
    const answer = await this.terminal.ask(`${question} [y/N] `);
    if (answer === null) this.terminal.say(`ihc: ${question} Nobody can answer here: add --yes to confirm`);
    return answer !== null && /^y(es)?$/i.test(answer.trim());
  }
}

export const NOT_CONFIRMED = 'not confirmed: nothing was changed';

/** Returns one line for an expected problem. For any other error, returns the stack trace. */
export function messageOf(error: unknown): string {
  if (error instanceof StartRefused) return error.message;
  const { code, message, stack, path } = error as NodeJS.ErrnoException;
  const [line = ''] = (message || code || '').split('\n');
  const isSystem = code !== undefined && /^E[A-Z]+$/.test(code);
  // An error that concerns a file contains the path of the file. A connection error contains no path.
  if (isSystem && path !== undefined) return line;
  if (
    isSystem ||
    /^(08\w{3}|57P0\d)$/.test(code ?? '') ||
    /^(Connection terminated|Query read timeout)/.test(line)
  )
    return `the database connection was lost: ${line}; what was not confirmed above was not done`;
  const condition = serverConditionOf(error);
  if (condition !== null) return `${condition}; what was not confirmed above was not done`;
  return stack ?? message;
}
