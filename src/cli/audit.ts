// `ihc audit`: lists what operators and people of hotels have changed, and when.

import type { Command } from 'commander';
import { type Day, instantInBaghdad } from '../kernel/day.ts';
import { accept } from '../kernel/refusal.ts';
import { changeInShort } from '../platform/audit/change-in-short.ts';
import { type RecordedChange, readOperatorChanges } from '../platform/audit/operator-audit.store.ts';
import { date, wholeNumberFrom } from './parameters.ts';
import type { Runner } from './run.ts';
import { shownTime, table } from './terminal.ts';

interface AuditOptions {
  subject?: string;
  who?: string;
  since?: Day;
  limit: number;
}

export function addAuditCommand(program: Command, runner: Runner): void {
  program
    .command('audit')
    .description('list what operators have changed, the newest first')
    .option('--subject <id>', 'only changes of this partner, hotel or setting')
    .option(
      '--who <name>',
      'only changes that this operator made, or the person of a hotel with this e-mail address',
    )
    .option('--since <date>', 'only changes from this day on, in Baghdad', date)
    .option('--limit <count>', 'how many changes, from 1 to 10000', wholeNumberFrom(1, 10_000), 50)
    .addHelpText(
      'after',
      '\nExamples:\n  ihc audit --subject acme --since 2026-11-01\n  ihc --json audit --limit 10000 > audit.json',
    )
    .action(
      runner.action<AuditOptions, []>(async ({ operation, options }) => {
        const { subject = null, who = null, since, limit } = options;
        const changes = await readOperatorChanges(operation.pool, {
          ...{ subject, who, limit },
          since: since === undefined ? null : instantInBaghdad(since, '00:00'),
        });
        return accept({
          data: changes.map(changeData),
          text: table(changes.map(changeLine), 'no changes'),
        });
      }),
    );
}

/** Converts a change to the data for `--json`. The id is a bigint, but its values fit into a number. */
function changeData({ id, at, who, action, subject, before, after }: RecordedChange) {
  return { id: Number(id), at, who, action, subject, before, after };
}

function changeLine({ at, who, action, subject, before, after }: RecordedChange) {
  return { time: shownTime(at), who, action, subject, change: changeInShort(before, after) };
}
