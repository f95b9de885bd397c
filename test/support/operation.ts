import type { Service } from '../../src/boot/service.ts';
import type { Operation } from '../../src/context.ts';

/** Returns an `Operation` for tests. It uses the database and the desk of a running service. */
export function operationOf({ context }: Service, who = 'tester'): Operation {
  const { pool, config, secrets, now, today, random, submit } = context;
  const claimPepper = async () => secrets.keyPepper;
  const { environment, publicUrl } = config;
  return {
    pool,
    environment,
    publicUrl,
    journals: [],
    secrets,
    claimPepper,
    who,
    now,
    today,
    random,
    submit,
  };
}
