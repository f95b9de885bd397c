// The settings of the service, read from the environment once.

import { isIP } from 'node:net';
import { availableParallelism, hostname, userInfo } from 'node:os';
import { resolve } from 'node:path';
import { type JournalSettings, readJournalSettings } from '../desk/one-desk/journal.ts';
import type { Environment } from '../kernel/environment.ts';
import { StartRefused } from '../kernel/start-refused.ts';
import { readDatabaseUrl } from '../platform/db/database-url.ts';
import { PROJECT_DIRECTORY } from '../platform/db/project-directory.ts';
import { type ReceptionSettings, readReceptionSettings } from './delivering/delivery-settings.ts';
import { readSupportSettings, type SupportSettings } from './support-settings.ts';

export interface TlsFiles {
  certFile: string;
  keyFile: string;
}

export interface Config extends SupportSettings {
  environment: Environment;
  host: string;
  port: number;
  /** If null, the service starts the embedded PostgreSQL in the data folder. */
  databaseUrl: string | null;
  dataDirectory: string;
  /** Null if this node keeps no journal. */
  journal: JournalSettings | null;
  /** The number of processes of this node. They share one port. */
  workers: number;
  publicUrl: string;
  /** Further host names of the service, in lower case. The host name in the public address is accepted in any case. */
  allowedHosts: readonly string[];
  /** True if production may start with a public address that begins with http. */
  allowHttp: boolean;
  /** If null, the service uses HTTP without TLS. */
  tls: TlsFiles | null;
  /** How many requests, except booking requests, a client or an address without credentials may send per minute. */
  rateLimitPerMinute: number;
  /** How many booking requests a client may send per minute: requests to prebook, book, read, modify and cancel. */
  bookingLimitPerMinute: number;
  /** How many requests a supplier may send per minute for each of its hotels. */
  supplyLimitPerMinute: number;
  /** If null, each node counts requests separately. */
  redisUrl: string | null;
  /** Null only in sandbox, where the service creates a pepper once and keeps it in the data folder. */
  keyPepper: string | null;
  otherKeyPeppers: readonly string[];
  signingKey: string | null;
  otherSigningKeys: readonly string[];
  trustedProxies: string[];
  /**
   * The host and the port on which the desk of this process listens for other processes. If the port is 0, the
   * operating system chooses the port.
   */
  deskHost: string;
  deskPort: number;
  /** The address at which other processes reach the desk. If null, other processes use the desk's host and port. */
  deskAddress: string | null;
  reception: ReceptionSettings;
  /** The port that serves metrics and probes, or null if no port serves them. */
  metricsPort: number | null;
  metricsHost: string;
  logLevel: string;
}

/**
 * The maximum number of values of a secret. With each additional value, the check of every voucher and of every unknown
 * key is a little slower.
 */
const MOST_SECRETS = 5;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** Reads and checks the settings. Environment variables are read only in this file. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const read = (name: string): string | null => {
    const value = environment[name]?.trim();
    return value === undefined || value === '' ? null : value;
  };
  const kind = oneOf('IHC_ENVIRONMENT', read('IHC_ENVIRONMENT') ?? 'sandbox', ['sandbox', 'production']);
  const port = wholeNumber('PORT', read('PORT') ?? '3000', 0, 65_535);
  const [keyPepper = null, ...otherKeyPeppers] = secrets('IHC_KEY_PEPPER', read('IHC_KEY_PEPPER'));
  const [signingKey = null, ...otherSigningKeys] = secrets('IHC_SIGNING_KEY', read('IHC_SIGNING_KEY'));
  const tls = tlsFiles(read('IHC_TLS_CERT_FILE'), read('IHC_TLS_KEY_FILE'));
  const dataDirectory = resolve(read('IHC_DATA_DIR') ?? resolve(PROJECT_DIRECTORY, '.data'));
  const rateLimitPerMinute = perMinute(
    'IHC_RATE_LIMIT_PER_MINUTE',
    read('IHC_RATE_LIMIT_PER_MINUTE') ?? '120',
  );
  const config: Config = {
    environment: kind as Environment,
    host: read('HOST') ?? '127.0.0.1',
    port,
    databaseUrl: readDatabaseUrl(read('DATABASE_URL')),
    dataDirectory,
    journal: readJournalSettings(read, wholeNumber, kind === 'sandbox' ? null : dataDirectory),
    workers: workers(wholeNumber('IHC_WORKERS', read('IHC_WORKERS') ?? '1', 0, 64)),
    publicUrl: publicUrl(read('IHC_PUBLIC_URL') ?? `${tls === null ? 'http' : 'https'}://localhost:${port}`),
    allowedHosts: hostNames('IHC_ALLOWED_HOSTS', read('IHC_ALLOWED_HOSTS') ?? ''),
    allowHttp: oneOf('IHC_ALLOW_HTTP', read('IHC_ALLOW_HTTP') ?? 'no', ['yes', 'no']) === 'yes',
    tls,
    rateLimitPerMinute,
    bookingLimitPerMinute: perMinute(
      'IHC_BOOKING_LIMIT_PER_MINUTE',
      read('IHC_BOOKING_LIMIT_PER_MINUTE') ?? String(rateLimitPerMinute),
    ),
    supplyLimitPerMinute: perMinute(
      'IHC_SUPPLY_LIMIT_PER_MINUTE',
      read('IHC_SUPPLY_LIMIT_PER_MINUTE') ?? '60',
    ),
    redisUrl: redisUrl(read('REDIS_URL')),
    ...{ keyPepper, otherKeyPeppers, signingKey, otherSigningKeys },
    deskHost: deskHost(read('IHC_DESK_HOST') ?? '127.0.0.1', read('IHC_DESK_ADDRESS')),
    deskPort: wholeNumber('IHC_DESK_PORT', read('IHC_DESK_PORT') ?? '0', 0, 65_535),
    deskAddress: deskAddress(read('IHC_DESK_ADDRESS')),
    trustedProxies: networks('IHC_TRUSTED_PROXIES', read('IHC_TRUSTED_PROXIES') ?? ''),
    ...readSupportSettings(read),
    reception: readReceptionSettings(read),
    metricsPort: metricsPort(read('IHC_METRICS_PORT')),
    metricsHost: read('IHC_METRICS_HOST') ?? '127.0.0.1',
    logLevel: oneOf('LOG_LEVEL', read('LOG_LEVEL') ?? 'info', LOG_LEVELS),
  };
  const addressPort = Number(config.deskAddress?.replace(/.*:/, '') ?? 0);
  if (Math.max(config.deskPort, addressPort) + config.workers - 1 > 65_535)
    throw new StartRefused(
      `the port of IHC_DESK_PORT or IHC_DESK_ADDRESS is too high for ${config.workers} processes: each needs a port`,
    );
  if (config.port !== 0 && config.metricsPort === config.port && config.metricsHost === config.host)
    throw new StartRefused(`IHC_METRICS_PORT must differ from PORT; both are ${config.port}`);
  if (config.environment === 'production') requireProductionSettings(config);
  return config;
}

/**
 * Refuses http in production, because keys, guests' data and the cookies of the hotel page would be sent without
 * encryption. Operators' commands do not call this function, because IHC_PUBLIC_URL may not be set in the operator's
 * shell.
 */
export function requireHttps({ environment, publicUrl, allowHttp }: Config): void {
  if (environment === 'production' && !allowHttp && new URL(publicUrl).protocol !== 'https:')
    throw new StartRefused(
      `IHC_PUBLIC_URL must begin with https:// in production, not "${publicUrl}"; IHC_ALLOW_HTTP=yes allows http`,
    );
}

/** Returns the name of the operator who runs a command, for the audit. */
export function readOperator(environment: NodeJS.ProcessEnv): string {
  const given = environment.IHC_OPERATOR?.trim();
  if (given !== undefined && given !== '') return given;
  return `${environment.SUDO_USER ?? userName()}@${hostname()}`;
}

/**
 * Returns the name of the system user. In a container, the user may have no name, because /etc/passwd may have no entry
 * for this user.
 */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user-${process.getuid?.()}`;
  }
}

/**
 * Requires the settings without which production cannot start. Secrets are never generated in production, because each
 * node would then refuse the keys that another node has issued.
 */
function requireProductionSettings(config: Config): void {
  if (config.databaseUrl === null)
    throw new StartRefused('DATABASE_URL is required when IHC_ENVIRONMENT is production');
  if (config.keyPepper === null)
    throw new StartRefused('IHC_KEY_PEPPER is required when IHC_ENVIRONMENT is production');
  if (config.signingKey === null)
    throw new StartRefused('IHC_SIGNING_KEY is required when IHC_ENVIRONMENT is production');
}

function metricsPort(value: string | null): number | null {
  return value === null ? null : wholeNumber('IHC_METRICS_PORT', value, 0, 65_535);
}

/** Returns the number of processes. If `wanted` is 0, the result is one process for each processor core. */
function workers(wanted: number): number {
  return wanted === 0 ? availableParallelism() : wanted;
}

function oneOf(name: string, value: string, allowed: readonly string[]): string {
  if (!allowed.includes(value))
    throw new StartRefused(`${name} must be one of ${allowed.join(', ')}, not "${value}"`);
  return value;
}

function wholeNumber(name: string, value: string, least: number, most: number): number {
  const number = Number(value);
  if (!/^[0-9]{1,9}$/.test(value) || number < least || number > most)
    throw new StartRefused(`${name} must be a whole number from ${least} to ${most}, not "${value}"`);
  return number;
}

function perMinute(name: string, value: string): number {
  return wholeNumber(name, value, 1, 100_000);
}

/**
 * Reads secrets that are separated by commas. The service accepts every secret in the list, and uses the first one for
 * new hashes and signatures.
 */
function secrets(name: string, value: string | null): string[] {
  const given = value?.split(',').map((one) => one.trim()) ?? [];
  const short = given.find((one) => one.length < 32);
  if (short !== undefined)
    throw new StartRefused(
      given.length === 1
        ? `${name} must have at least 32 characters; it has ${short.length}`
        : `${name}: each value must have at least 32 characters; one has ${short.length}`,
    );
  if (given.length > MOST_SECRETS)
    throw new StartRefused(`${name} may have at most ${MOST_SECRETS} values; it has ${given.length}`);
  if (new Set(given).size < given.length) throw new StartRefused(`${name} contains a value twice`);
  return given;
}

function networks(name: string, value: string): string[] {
  return listOf(name, value, isNetwork, 'IP addresses or networks, such as 10.0.0.0/8');
}

/** Reads host names without ports, because the service accepts a host name with any port. */
function hostNames(name: string, value: string): string[] {
  const isName = (text: string) => /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/.test(text);
  return listOf(name, value.toLowerCase(), isName, 'host names without ports, such as api.example.com');
}

function listOf(name: string, value: string, isOne: (text: string) => boolean, what: string): string[] {
  const given = value.split(/\s*,\s*/).filter((part) => part !== '');
  const wrong = given.find((part) => !isOne(part));
  if (wrong !== undefined)
    throw new StartRefused(`${name} must be a comma-separated list of ${what}; "${wrong}" is none`);
  return given;
}

function isNetwork(text: string): boolean {
  const [address, bits, ...rest] = text.split('/');
  const family = isIP(address!);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function tlsFiles(certFile: string | null, keyFile: string | null): TlsFiles | null {
  if (certFile === null && keyFile === null) return null;
  if (certFile === null)
    throw new StartRefused('IHC_TLS_KEY_FILE needs IHC_TLS_CERT_FILE: set both or neither');
  if (keyFile === null)
    throw new StartRefused('IHC_TLS_CERT_FILE needs IHC_TLS_KEY_FILE: set both or neither');
  return { certFile: resolve(certFile), keyFile: resolve(keyFile) };
}

/**
 * Checks the host of the desk. The hosts 0.0.0.0 and :: are refused if IHC_DESK_ADDRESS is not set, because other
 * processes cannot connect to them.
 */
function deskHost(value: string, address: string | null): string {
  if (!/^[A-Za-z0-9._:-]+$/.test(value))
    throw new StartRefused(`IHC_DESK_HOST must be a host name or an address, not "${value}"`);
  if (address === null && ['0.0.0.0', '::'].includes(value))
    throw new StartRefused(`IHC_DESK_HOST ${value} needs IHC_DESK_ADDRESS: where other nodes reach this one`);
  return value;
}

function deskAddress(value: string | null): string | null {
  if (value === null) return null;
  const match = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):([0-9]{1,5})$/.exec(value);
  if (match === null || Number(match[1]) > 65_535)
    throw new StartRefused(`IHC_DESK_ADDRESS must be host:port, such as 10.0.0.5:3100, not "${value}"`);
  return value;
}

/** Checks the address of Redis. The error message does not contain the address, because it may contain a password. */
function redisUrl(value: string | null): string | null {
  if (value !== null && !(/^rediss?:\/\/[^/]/.test(value) && URL.canParse(value)))
    throw new StartRefused('REDIS_URL must be an address such as redis://host:6379 or rediss://host:6379');
  return value;
}

function publicUrl(value: string): string {
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    throw new StartRefused(`IHC_PUBLIC_URL must be an http or https URL, not "${value}"`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new StartRefused(`IHC_PUBLIC_URL must be an http or https URL, not "${value}"`);
  // This address is public, because the links in vouchers, error bodies and pages begin with it.
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new StartRefused('IHC_PUBLIC_URL must have no user name, password, query or fragment');
  return value.replace(/\/+$/, '');
}
