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
  /** Nothing was done: it was declined, or problems were found. */
  declined: 1,
  /** The command could not run: wrong use, a wrong setting, or the database cannot be reached. */
  failed: 2,
  interrupted: 130,
} as const;

/**
 * The settings that the program was started with. They are read only when a command runs, because `--help` needs none.
 */
export interface ProgramEnvironment {
  config: () => Config;
  who: string;
}

/** What a command shows: data for programs, text for people. */
export interface Shown {
  data: unknown;
  text: string;
  /** The exit code when a problem is shown. Default: 0. */
  code?: number;
}

/**
 * Everything that a command works with. `options` are the options that commander has read, including the common ones.
 */
export interface Running<Options> {
  operation: Operation;
  terminal: Terminal;
  options: Options & CommonOptions;
  /** Asks before something that cannot be undone. False: not confirmed. */
  confirm: (question: string) => Promise<boolean>;
  /** Aborted by Ctrl-C. Long work then ends after its current step, so that no step is incomplete. */
  interrupted: AbortSignal;
}

export interface CommonOptions {
  json?: boolean;
  yes?: boolean;
  as?: string;
  dryRun?: boolean;
}

/** The work of a command. Its parameters are what commander has read. */
export type Work<Options, Parameters extends unknown[]> = (
  running: Running<Options>,
  ...parameters: Parameters
) => Promise<Outcome<Shown, Declined>>;

/** Thrown by the action of a command, to end the program with this exit code. */
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

  /** The action of a command. Opens the database, runs the work, prints the result, and closes everything. */
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
      // Loaded here and not above, so that help and completion are quick.
      const { openOperation } = await import('../boot/open-operation.ts');
      const open = await openOperation(
        this.environment.config(),
        // Removed, because a terminal that prints the audit would obey control characters.
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
        // Without the settings in this shell, the operator may work on the wrong database.
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

/** An expected problem is one line. Anything else shows where it happened. */
export function messageOf(error: unknown): string {
  if (error instanceof StartRefused) return error.message;
  const { code, message, stack, path } = error as NodeJS.ErrnoException;
  const [line = ''] = (message || code || '').split('\n');
  const isSystem = code !== undefined && /^E[A-Z]+$/.test(code);
  // An error of a file names its path. An error of a connection does not.
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
