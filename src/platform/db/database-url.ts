import { StartRefused } from '../../kernel/start-refused.ts';

/**
 * Checks the address of the database. Addresses with several hosts or with `target_session_attrs` are refused: the
 * driver connects to a single host and ignores `target_session_attrs`, so a node could connect to a standby. The error
 * messages do not contain the address, because it may contain a password.
 */
export function readDatabaseUrl(value: string | null): string | null {
  if (value === null) return null;
  if (!/^postgres(ql)?:\/\//.test(value))
    throw new StartRefused('DATABASE_URL must begin with postgres:// or postgresql://');
  const [address = '', query = ''] = value.split('?', 2);
  const hosts = address
    .replace(/^\w+:\/\//, '')
    .replace(/^.*@/, '')
    .replace(/\/.*$/, '');
  const parameters = new URLSearchParams(query);
  if (hosts.includes(',') || parameters.getAll('host').some((host) => host.includes(',')))
    throw new StartRefused(
      'DATABASE_URL must name one host: use an address that always leads to the primary, such as HAProxy or a virtual IP',
    );
  if (parameters.has('target_session_attrs'))
    throw new StartRefused(
      'DATABASE_URL must not contain target_session_attrs, which has no effect: use an address that always leads to the primary',
    );
  if (!URL.canParse(value)) throw new StartRefused('DATABASE_URL is not a valid address');
  return value;
}
