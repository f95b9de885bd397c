// `ihc desk`: ends a halt of the desk.

import type { Command } from 'commander';
import { accept } from '../kernel/refusal.ts';
import { resumeDesk } from '../operations/recovery/resume.usecase.ts';
import type { Runner } from './run.ts';

interface ResumeOptions {
  reason: string;
  restored?: boolean;
  journal?: string[];
}

export function addDeskCommands(program: Command, runner: Runner): void {
  const desk = program.command('desk').description('the process that decides bookings');
  desk
    .command('resume')
    .description('decide bookings again after the database has lost some of them')
    .requiredOption('--reason <text>', 'what was checked, for the audit')
    .option('--restored', 'an older database was restored, and no process has noticed it yet')
    .option('--journal <folder...>', 'folders with journals (default: IHC_JOURNAL_DIR)')
    .addHelpText(
      'after',
      `
List first what is lost: ihc recover list. Epochs and event numbers continue far above the lost ones, so no number is
given twice. Partners get CURSOR_GONE for a lost number.

Example:
  ihc desk resume --reason "promoted standby, lost bookings exported"`,
    )
    .action(
      runner.action<ResumeOptions, []>(async ({ operation, options }) => {
        const resumed = await resumeDesk(operation, {
          reason: options.reason,
          isRestored: options.restored === true,
          journals: options.journal ?? operation.journals,
        });
        if (!resumed.ok) return resumed;
        const { epoch } = resumed.value;
        return accept({ data: { epoch }, text: `bookings are decided again, from epoch ${epoch} on` });
      }),
    );
}
