// `ihc verify`: checks that the rows of the database are consistent with each other.

import type { Command } from 'commander';
import { accept } from '../kernel/refusal.ts';
import {
  checkInvariants,
  countViolations,
  type InvariantResult,
  linesOf,
} from '../operations/verification/verify.usecase.ts';
import { EXIT, type Runner } from './run.ts';

export function addVerifyCommand(program: Command, runner: Runner): void {
  program
    .command('verify')
    .description('check that the rows of the database agree; bookings do not wait for it')
    .addHelpText(
      'after',
      `
It reads one instant of the database and prints each invariant, the number of violations and up to twenty examples.
Exit codes: 0 no violations, 1 violations, 2 it could not run.`,
    )
    .action(
      runner.action<object, []>(async ({ operation, terminal, options, interrupted }) => {
        const results = await checkInvariants(operation.pool, {
          signal: interrupted,
          onResult: (result, index) => {
            if (!options.json) terminal.print(linesOf(result, index).join('\n'));
          },
        });
        const violations = countViolations(results);
        return accept({
          data: { violations, invariants: results.map(resultData) },
          text: violations === 0 ? 'ok: every invariant holds' : `${violations} violations`,
          code: violations === 0 ? EXIT.done : EXIT.declined,
        });
      }),
    );
}

function resultData({ name, violations, examples, seconds }: InvariantResult) {
  return { name, violations, examples, seconds: Number(seconds.toFixed(3)) };
}
