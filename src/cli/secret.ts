// `ihc secret`: shows which secrets the database uses, and deletes the record of a lost secret from the database.

import { Argument, type Command } from 'commander';
import type { SecretName } from '../kernel/fingerprint.ts';
import { accept, decline } from '../kernel/refusal.ts';
import { SETTINGS } from '../platform/secrets/accepted-secrets.ts';
import { forgetSecret } from '../platform/secrets/forget-secret.usecase.ts';
import { type ListedSecret, listSecrets } from '../platform/secrets/list-secrets.usecase.ts';
import { NOT_CONFIRMED, type Runner } from './run.ts';
import { table } from './terminal.ts';

const FINGERPRINT_SHOWN = 8;
const NAMES: Record<string, SecretName> = { pepper: 'pepper', 'signing-key': 'signing_key' };
const LOST: Record<SecretName, string> = {
  pepper: 'Every key of every partner stops working for ever: partners need new keys.',
  signing_key:
    'No link to a voucher that was sent until now opens any more. Partners must rotate the secrets of their webhooks. ' +
    'People of hotels who sign in with one-time codes need a new invitation.',
};

export function addSecretCommands(program: Command, runner: Runner): void {
  const secret = program
    .command('secret')
    .description('the pepper and the signing key, by their fingerprints: what uses which');
  secret
    .command('list')
    .description('list the secrets of this environment and those that the database uses')
    .addHelpText(
      'after',
      '\nAn old pepper can be removed from IHC_KEY_PEPPER when no active key uses it. docs/operations/secrets.md has the steps.',
    )
    .action(
      runner.action<object, []>(async ({ operation }) => {
        const secrets = await listSecrets(operation);
        return accept({ data: secrets.map(secretData), text: table(secrets.map(secretLine), 'no secrets') });
      }, 'any secrets'),
    );
  secret
    .command('forget')
    .description('for a secret that is lost: let the next node that starts decide which one is right')
    .addArgument(new Argument('<secret>').choices(Object.keys(NAMES)))
    .addHelpText('after', '\nExample:\n  ihc secret forget signing-key')
    .action(
      runner.action<object, [string]>(async ({ operation, confirm }, given) => {
        const name = NAMES[given]!;
        if (!(await confirm(`Forget ${SETTINGS[name]}? ${LOST[name]}`))) return decline(NOT_CONFIRMED);
        const forgotten = await forgetSecret(operation, name);
        if (!forgotten.ok) return forgotten;
        const { fingerprint } = forgotten.value;
        return accept({
          data: { secret: SETTINGS[name], fingerprint },
          text: `forgot ${SETTINGS[name]} ${fingerprint.slice(0, FINGERPRINT_SHOWN)}`,
        });
      }, 'any secrets'),
    );
}

function secretData({
  name,
  fingerprint,
  place,
  isClaimed,
  activeKeys,
  webhookSecrets,
  codeSecrets,
  processes,
}: ListedSecret) {
  return {
    secret: SETTINGS[name],
    fingerprint,
    place,
    makes_new: isClaimed,
    processes_running: processes.running,
    processes_accepting: processes.accepting,
    ...(name === 'pepper'
      ? { active_keys: activeKeys }
      : { webhook_secrets: webhookSecrets, code_secrets: codeSecrets }),
  };
}

function secretLine({
  name,
  fingerprint,
  place,
  isClaimed,
  activeKeys,
  webhookSecrets,
  codeSecrets,
  processes,
}: ListedSecret) {
  return {
    secret: SETTINGS[name],
    fingerprint: fingerprint.slice(0, FINGERPRINT_SHOWN),
    'place here': place ?? 'MISSING',
    'makes new ones': isClaimed ? 'yes' : 'no',
    'accepted by': `${processes.accepting} of ${processes.running}`,
    'active keys': name === 'pepper' ? activeKeys : null,
    'webhook secrets': name === 'pepper' ? null : webhookSecrets,
    'code secrets': name === 'pepper' ? null : codeSecrets,
  };
}
