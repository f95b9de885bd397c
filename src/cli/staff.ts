// `ihc staff`: manages the accounts of people who use the hotel page.

import { Argument, type Command, Option } from 'commander';
import { INVITATION_HOURS } from '../domain/staff/issue-invitation.usecase.ts';
import {
  deleteByOperator,
  type InvitedByOperator,
  inviteByOperator,
  listStaff,
  resumeByOperator,
  suspendByOperator,
} from '../domain/staff/operate-staff.usecase.ts';
import type { Role, StaffRow } from '../domain/staff/person.ts';
import { accept, type Declined, type Outcome } from '../kernel/refusal.ts';
import type { Runner, Shown } from './run.ts';
import { fields, shownTime, table } from './terminal.ts';

const ROLE_NAMES: Record<string, Role> = { manager: 'MANAGER', 'front-desk': 'FRONT_DESK' };

export function addStaffCommands(program: Command, runner: Runner): void {
  const staff = program.command('staff').description('people of hotels who use the hotel page');
  staff
    .command('invite')
    .description('make a link with which a person chooses a password; creates the account if there is none')
    .argument('<hotel>', 'public id or uuid')
    .argument('<email>', 'the e-mail address that the person signs in with')
    .option('--name <name>', 'the name of the person, for a new account')
    .addOption(
      new Option('--role <role>', 'what the person may do, for a new account').choices(
        Object.keys(ROLE_NAMES),
      ),
    )
    .option('--dry-run', 'show what would be created, and change nothing')
    .addHelpText(
      'after',
      `
Send the link to the person. It works once, for ${INVITATION_HOURS} hours, and cannot be shown again. A new link replaces it. When it is
used, an earlier password, one-time codes and sessions of the person end.

Example:
  ihc staff invite HTL-2026-0101 manager@palm.example --name "Palm manager" --role manager`,
    )
    .action(
      runner.action<{ name?: string; role?: string }, [string, string]>(
        async ({ operation, options }, hotel, email) => {
          const { name = null, role, dryRun = false } = options;
          const given = { email, name, role: role === undefined ? null : ROLE_NAMES[role]! };
          return shownInvitation(await inviteByOperator(operation, hotel, given, dryRun));
        },
      ),
    );
  staff
    .command('list')
    .description('list the people of all hotels, or of one')
    .addArgument(new Argument('[hotel]', 'public id or uuid'))
    .action(
      runner.action<object, [string | undefined]>(async ({ operation }, hotel) => {
        const people = await listStaff(operation, hotel ?? null);
        if (!people.ok) return people;
        return accept({
          data: people.value.map(staffData),
          text: table(people.value.map(staffLine), 'nobody has an account'),
        });
      }),
    );
  for (const [verb, description, change] of [
    ['suspend', 'end the sessions of a person at once, and refuse to sign them in', suspendByOperator],
    ['resume', 'let a suspended person sign in again', resumeByOperator],
    ['delete', 'delete the account of a suspended person; the audit keeps what they did', deleteByOperator],
  ] as const)
    staff
      .command(verb)
      .description(description)
      .argument('<email>')
      .option('--dry-run', 'show the account as it would be, and change nothing')
      .action(
        runner.action(async ({ operation, options }, email) =>
          shown(await change(operation, email, options.dryRun ?? false)),
        ),
      );
}

function shownInvitation(outcome: Outcome<InvitedByOperator, Declined>): Outcome<Shown, Declined> {
  if (!outcome.ok) return outcome;
  const { staff, invitation } = outcome.value;
  const link =
    invitation === null ? '' : `\n\n${invitation.url}\nvalid until ${shownTime(invitation.expiresAt)}`;
  return accept({
    data: { ...staffData(staff), url: invitation?.url ?? null, expires_at: invitation?.expiresAt ?? null },
    text: `${fields(staffLine(staff))}${link}`,
  });
}

function shown(outcome: Outcome<StaffRow, Declined>): Outcome<Shown, Declined> {
  if (!outcome.ok) return outcome;
  return accept({ data: staffData(outcome.value), text: fields(staffLine(outcome.value)) });
}

function staffData({ publicId, email, name, role, status, hasTotp, usedAt, createdAt }: StaffRow) {
  return {
    ...{ hotel_id: publicId, email, name, role, status },
    has_totp: hasTotp,
    used_at: usedAt,
    created_at: createdAt,
  };
}

function staffLine({ publicId, email, name, role, status, hasTotp, usedAt }: StaffRow) {
  return {
    ...{ hotel: publicId, email, name, role, status },
    codes: hasTotp ? 'on' : 'off',
    'last used': shownTime(usedAt),
  };
}
