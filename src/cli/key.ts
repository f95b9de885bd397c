// `ihc key`: issues, rotates, lists and revokes API keys.

import { type Command, Option } from 'commander';
import { type IssuedKey, issueKey, rotateKey } from '../domain/partners/issue-key.usecase.ts';
import { type KeyRow, keyState } from '../domain/partners/key-rules.ts';
import { listKeys, nameKey, revokeKey } from '../domain/partners/revoke-key.usecase.ts';
import type { Day } from '../kernel/day.ts';
import { accept, type Declined, decline, type Outcome } from '../kernel/refusal.ts';
import { date, duration } from './parameters.ts';
import { NOT_CONFIRMED, type Runner, type Shown } from './run.ts';
import { fields, shownTime, table } from './terminal.ts';

const A_DAY_IN_MINUTES = 24 * 60;

export function addKeyCommands(program: Command, runner: Runner): void {
  const key = program
    .command('key')
    .description('API keys of partners and suppliers: at most two of a client work at a time');
  key
    .command('issue')
    .description('give a client a key; it is shown once')
    .argument('<client-id>')
    .option('--expires <date>', 'the last day on which the key works, in Baghdad (default: no end)', date)
    .addHelpText('after', '\nExample:\n  ihc key issue acme --expires 2027-12-31')
    .action(
      runner.action<{ expires?: Day }>(async ({ operation, options }, clientId) =>
        shownIssue(await issueKey(operation, clientId, options.expires ?? null), operation.now(), false),
      ),
    );
  key
    .command('list')
    .description('list the keys of a client, or of all clients')
    .argument('[client-id]')
    .action(
      runner.action<object, [string | undefined]>(async ({ operation }, clientId) => {
        const keys = await listKeys(operation, clientId ?? null);
        if (!keys.ok) return keys;
        const now = operation.now();
        return accept({
          data: keys.value.map((one) => keyData(one, now)),
          text: table(
            keys.value.map((one) => keyLine(one, now)),
            'no keys',
          ),
        });
      }),
    );
  key
    .command('rotate')
    .description(
      'give a client a new key, shown once; the old key works until the overlap ends; refused while two keys work',
    )
    .argument('<client-id>')
    .addOption(
      new Option('--overlap <duration>', 'how long both keys work: 0, or such as 30m, 24h, 7d, at most 90d')
        .argParser(duration)
        .default(A_DAY_IN_MINUTES, '24h'),
    )
    .option('--dry-run', 'show which key would end, and change nothing')
    .addHelpText('after', '\nExample:\n  ihc key rotate acme --overlap 7d')
    .action(
      runner.action<{ overlap: number }>(async ({ operation, options }, clientId) => {
        const dryRun = options.dryRun ?? false;
        const outcome = await rotateKey(operation, clientId, options.overlap, dryRun);
        return shownIssue(outcome, operation.now(), dryRun);
      }),
    );
  key
    .command('revoke')
    .description('refuse a key from now on, for ever')
    .argument('<client-id>')
    .argument('<key>', "the key's id or its last four characters")
    .addHelpText('after', '\nExample:\n  ihc key revoke acme x7Qd')
    .action(
      runner.action<object, [string, string]>(async ({ operation, confirm }, clientId, reference) => {
        const named = await nameKey(operation, clientId, reference);
        if (!named.ok) return named;
        const { hint, lastUsedAt, revokedAt } = named.value;
        const use = lastUsedAt === null ? 'never used' : `last used ${shownTime(lastUsedAt)}`;
        const question = `Revoke the key of ${clientId} that ends in ${hint} (${use})? It cannot be undone.`;
        if (revokedAt === null && !(await confirm(question))) return decline(NOT_CONFIRMED);
        const revoked = await revokeKey(operation, named.value);
        if (!revoked.ok) return revoked;
        const now = operation.now();
        return accept({ data: keyData(revoked.value, now), text: fields(keyLine(revoked.value, now)) });
      }),
    );
}

/**
 * Converts an issued key to the output of the command. The key is alone on its line, so that it is easy to copy. A dry
 * run stores no key, so its output contains no key.
 */
function shownIssue(
  outcome: Outcome<IssuedKey, Declined>,
  now: Date,
  dryRun: boolean,
): Outcome<Shown, Declined> {
  if (!outcome.ok) return outcome;
  const { apiKey, key, ending } = outcome.value;
  const data = {
    api_key: dryRun ? null : apiKey,
    ...keyData(key, now),
    ...(dryRun && { key_id: null, hint: null }),
    ending: ending.map((one) => keyData(one, now)),
  };
  const ends = ending.map(
    (one) => `The key that ends in ${one.hint} works until ${shownTime(one.expiresAt)} (Baghdad).`,
  );
  if (dryRun) return accept({ data, text: [...ends, 'A new key would be issued.'].join('\n') });
  const text = [
    'This key is shown once. Keep it now: it is not stored and cannot be shown again.',
    '',
    apiKey,
    '',
    fields(keyLine(key, now)),
    ...(ends.length > 0 ? ['', ...ends] : []),
  ];
  return accept({ data, text: text.join('\n') });
}

function keyData(key: KeyRow, now: Date) {
  return {
    client_id: key.clientId,
    key_id: key.id,
    hint: key.hint,
    state: keyState(key, now),
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    last_used_at: key.lastUsedAt,
  };
}

function keyLine(key: KeyRow, now: Date) {
  return {
    client: key.clientId,
    key: key.id,
    'ends in': key.hint,
    state: keyState(key, now),
    created: shownTime(key.createdAt),
    expires: shownTime(key.expiresAt),
    'last used': shownTime(key.lastUsedAt),
  };
}
