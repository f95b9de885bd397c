import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, requireHttps } from './config.ts';

const production = {
  IHC_ENVIRONMENT: 'production',
  DATABASE_URL: 'postgres://localhost/ihc',
  IHC_KEY_PEPPER: 'p'.repeat(32),
  IHC_SIGNING_KEY: 's'.repeat(32),
};

describe('settings', () => {
  it('are all optional in the sandbox', () => {
    expect(readConfig({})).toMatchObject({
      environment: 'sandbox',
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: null,
      publicUrl: 'http://localhost:3000',
      rateLimitPerMinute: 120,
      bookingLimitPerMinute: 120,
      supplyLimitPerMinute: 60,
      keyPepper: null,
      logLevel: 'info',
    });
  });

  it('of secrets: one, or up to five separated by commas', () => {
    const [one, ...others] = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(32));
    expect(readConfig({ IHC_KEY_PEPPER: one })).toMatchObject({ keyPepper: one, otherKeyPeppers: [] });
    const list = [one, ...others].join(', ');
    expect(readConfig({ IHC_KEY_PEPPER: list, IHC_SIGNING_KEY: list })).toMatchObject({
      ...{ keyPepper: one, otherKeyPeppers: others, signingKey: one, otherSigningKeys: others },
    });
  });

  it('of several processes: 1 to 64, or one for each core', () => {
    expect(readConfig({}).workers).toBe(1);
    expect(readConfig({ IHC_WORKERS: '64' }).workers).toBe(64);
    expect(readConfig({ IHC_WORKERS: '0' }).workers).toBe(availableParallelism());
  });

  it('of the desk: an address where it listens, and one where others reach it', () => {
    expect(readConfig({})).toMatchObject({ deskHost: '127.0.0.1', deskPort: 0, deskAddress: null });
    const settings = { IHC_DESK_HOST: '0.0.0.0', IHC_DESK_PORT: '3100', IHC_DESK_ADDRESS: '[fd00::5]:65535' };
    expect(readConfig(settings)).toMatchObject({
      deskHost: '0.0.0.0',
      deskPort: 3100,
      deskAddress: '[fd00::5]:65535',
    });
    expect(readConfig({ IHC_DESK_PORT: '65534', IHC_WORKERS: '2' }).deskPort).toBe(65_534);
    expect(readConfig({ IHC_DESK_HOST: 'node-1.internal' }).deskHost).toBe('node-1.internal');
  });

  it('of the metrics port: none by default', () => {
    expect(readConfig({})).toMatchObject({ metricsPort: null, metricsHost: '127.0.0.1' });
    expect(readConfig({ IHC_METRICS_PORT: '0' }).metricsPort).toBe(0);
    const most = readConfig({ IHC_METRICS_PORT: '65535', IHC_METRICS_HOST: '10.0.0.5' });
    expect(most).toMatchObject({ metricsPort: 65_535, metricsHost: '10.0.0.5' });
    // The metrics may use the port of the service if they use another address.
    expect(readConfig({ IHC_METRICS_PORT: '3000', IHC_METRICS_HOST: '10.0.0.5' }).metricsPort).toBe(3_000);
    expect(readConfig({ IHC_METRICS_PORT: '0', PORT: '0' }).metricsPort).toBe(0);
  });

  it('read an empty one as unset and drop a trailing slash', () => {
    expect(readConfig({ PORT: ' ', IHC_PUBLIC_URL: 'https://api.example.org/' })).toMatchObject({
      port: 3000,
      publicUrl: 'https://api.example.org',
    });
  });

  it.each([
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: 'http' }, 'PORT must be'],
    [{ IHC_METRICS_PORT: '65536' }, 'IHC_METRICS_PORT must be a whole number from 0 to 65535'],
    [{ IHC_METRICS_PORT: 'yes' }, 'IHC_METRICS_PORT must be'],
    [{ IHC_METRICS_PORT: '3000' }, 'IHC_METRICS_PORT must differ from PORT; both are 3000'],
    [{ PORT: '-1' }, 'PORT must be'],
    [{ IHC_ENVIRONMENT: 'staging' }, 'IHC_ENVIRONMENT must be one of sandbox, production'],
    [{ IHC_RATE_LIMIT_PER_MINUTE: '0' }, 'IHC_RATE_LIMIT_PER_MINUTE must be'],
    [{ IHC_RATE_LIMIT_PER_MINUTE: '1.5' }, 'IHC_RATE_LIMIT_PER_MINUTE must be'],
    [{ IHC_RATE_LIMIT_PER_MINUTE: '100001' }, 'IHC_RATE_LIMIT_PER_MINUTE must be'],
    [
      { IHC_BOOKING_LIMIT_PER_MINUTE: '0' },
      'IHC_BOOKING_LIMIT_PER_MINUTE must be a whole number from 1 to 100000',
    ],
    [{ IHC_BOOKING_LIMIT_PER_MINUTE: '100001' }, 'IHC_BOOKING_LIMIT_PER_MINUTE must be'],
    [{ IHC_SUPPLY_LIMIT_PER_MINUTE: '0' }, 'IHC_SUPPLY_LIMIT_PER_MINUTE must be'],
    [{ IHC_SUPPLY_LIMIT_PER_MINUTE: '100001' }, 'IHC_SUPPLY_LIMIT_PER_MINUTE must be'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin'],
    [{ DATABASE_URL: 'postgres://u:p@one:5432,two:5432/ihc' }, 'DATABASE_URL must name one host'],
    [{ DATABASE_URL: 'postgres://u:p@/ihc?host=one,two' }, 'DATABASE_URL must name one host'],
    [{ DATABASE_URL: 'postgres://one/ihc?target_session_attrs=read-write' }, 'DATABASE_URL must not contain'],
    [{ REDIS_URL: 'http://localhost:6379' }, 'REDIS_URL must be an address such as redis://host:6379'],
    [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL must be'],
    [{ REDIS_URL: 'redis://' }, 'REDIS_URL must be'],
    [{ REDIS_URL: 'redis://host:port' }, 'REDIS_URL must be'],
    [{ IHC_WORKERS: '65' }, 'IHC_WORKERS must be a whole number from 0 to 64'],
    [{ IHC_WORKERS: '-1' }, 'IHC_WORKERS must be'],
    [{ IHC_DESK_HOST: 'node one' }, 'IHC_DESK_HOST must be a host name or an address'],
    [{ IHC_DESK_HOST: '0.0.0.0' }, 'IHC_DESK_HOST 0.0.0.0 needs IHC_DESK_ADDRESS'],
    [{ IHC_DESK_HOST: '::' }, 'IHC_DESK_HOST :: needs IHC_DESK_ADDRESS'],
    [{ IHC_DESK_PORT: '65536' }, 'IHC_DESK_PORT must be'],
    [{ IHC_DESK_PORT: '65535', IHC_WORKERS: '2' }, 'is too high for 2 processes'],
    [{ IHC_DESK_ADDRESS: 'a:65535', IHC_WORKERS: '2' }, 'is too high for 2 processes'],
    [{ IHC_DESK_ADDRESS: '10.0.0.5' }, 'IHC_DESK_ADDRESS must be host:port, such as 10.0.0.5:3100'],
    [{ IHC_DESK_ADDRESS: '10.0.0.5:65536' }, 'IHC_DESK_ADDRESS must be'],
    [{ IHC_TLS_CERT_FILE: 'a.pem' }, 'IHC_TLS_CERT_FILE needs IHC_TLS_KEY_FILE'],
    [{ IHC_TLS_KEY_FILE: 'a.pem' }, 'IHC_TLS_KEY_FILE needs IHC_TLS_CERT_FILE'],
    [{ IHC_PUBLIC_URL: 'ftp://x' }, 'IHC_PUBLIC_URL must be'],
    [{ IHC_PUBLIC_URL: 'nonsense' }, 'IHC_PUBLIC_URL must be'],
    [{ IHC_PUBLIC_URL: 'https://api.example.org/?a=1' }, 'IHC_PUBLIC_URL must have no'],
    [{ IHC_PUBLIC_URL: 'https://api.example.org/#a' }, 'IHC_PUBLIC_URL must have no'],
    [{ IHC_PUBLIC_URL: 'https://name:word@api.example.org' }, 'IHC_PUBLIC_URL must have no'],
    [{ IHC_TRUSTED_PROXIES: '10.0.0.0/8, my proxy' }, '"my proxy" is none'],
    [
      { IHC_TRUSTED_PROXIES: '10.0.0.0/33' },
      'IHC_TRUSTED_PROXIES must be a comma-separated list of IP addresses or networks',
    ],
    [{ IHC_TRUSTED_PROXIES: '10.0.0.0/8/8' }, 'IHC_TRUSTED_PROXIES must be'],
    [{ IHC_SUPPORT_PHONE: '123' }, 'IHC_SUPPORT_PHONE must be a phone number such as +964 770 123 4567'],
    [{ IHC_KEY_PEPPER: 'p'.repeat(31) }, 'IHC_KEY_PEPPER must have at least 32'],
    [
      { IHC_KEY_PEPPER: `${'p'.repeat(32)},${'q'.repeat(31)}` },
      'IHC_KEY_PEPPER: each value must have at least 32',
    ],
    [{ IHC_SIGNING_KEY: `${'p'.repeat(32)},${'p'.repeat(32)}` }, 'IHC_SIGNING_KEY contains a value twice'],
    [
      { IHC_SIGNING_KEY: ['a', 'b', 'c', 'd', 'e', 'f'].map((one) => one.repeat(32)).join() },
      'IHC_SIGNING_KEY may have at most 5 values; it has 6',
    ],
    [{ ...production, DATABASE_URL: '' }, 'DATABASE_URL is required'],
    [{ ...production, IHC_KEY_PEPPER: '' }, 'IHC_KEY_PEPPER is required'],
    [{ ...production, IHC_SIGNING_KEY: '' }, 'IHC_SIGNING_KEY is required'],
  ])('refuse %j in one line that names it', (settings, message) => {
    expect(() => readConfig(settings)).toThrow(message);
  });

  it('take a Redis with or without TLS, and never print its password', () => {
    expect(readConfig({}).redisUrl).toBeNull();
    for (const url of ['redis://localhost', 'rediss://user:secret@redis.example.org:6380/2'])
      expect(readConfig({ REDIS_URL: url }).redisUrl).toBe(url);
    const wrong = () => readConfig({ REDIS_URL: 'https://user:secret@localhost' });
    expect(wrong).toThrow('REDIS_URL');
    expect(wrong).not.toThrow('secret');
  });

  it('of TLS: two files, and then the usual address is https', () => {
    expect(readConfig({}).tls).toBeNull();
    const files = { IHC_TLS_CERT_FILE: 'cert.pem', IHC_TLS_KEY_FILE: '/etc/ihc/key.pem', PORT: '0' };
    expect(readConfig(files)).toMatchObject({
      tls: { certFile: resolve('cert.pem'), keyFile: '/etc/ihc/key.pem' },
      publicUrl: 'https://localhost:0',
    });
    const named = readConfig({ ...files, IHC_PUBLIC_URL: 'https://api.example.org' });
    expect(named.publicUrl).toBe('https://api.example.org');
  });

  it('take networks of proxies with spaces around them', () => {
    const given = { IHC_TRUSTED_PROXIES: ' 10.0.0.0/8, 2001:db8::/32 ,127.0.0.1,' };
    expect(readConfig(given).trustedProxies).toEqual(['10.0.0.0/8', '2001:db8::/32', '127.0.0.1']);
  });

  it('take names of the service, in any case and without ports', () => {
    expect(readConfig({}).allowedHosts).toEqual([]);
    const given = { IHC_ALLOWED_HOSTS: ' Desk.example, xn--mgbe6c.example ,node-1,' };
    expect(readConfig(given).allowedHosts).toEqual(['desk.example', 'xn--mgbe6c.example', 'node-1']);
    for (const wrong of [
      'desk.example:80',
      'https://desk.example',
      '*.example',
      'a b',
      'desk.example.',
      '[::1]',
    ])
      expect(() => readConfig({ IHC_ALLOWED_HOSTS: `api.example, ${wrong}` }), wrong).toThrow(
        `IHC_ALLOWED_HOSTS must be a comma-separated list of host names without ports, such as api.example.com; "${wrong}" is none`,
      );
  });

  it('read the help line as it is dialled, from any usual form', () => {
    expect(readConfig({}).supportPhone).toBeNull();
    expect(readConfig({ IHC_SUPPORT_PHONE: '0770 123 4567' }).supportPhone).toBe('+9647701234567');
    expect(readConfig({ IHC_SUPPORT_PHONE: '+964 1 778 9000' }).supportPhone).toBe('+96417789000');
  });

  it('read how partners reach the operator', () => {
    expect(readConfig({})).toMatchObject({ supportEmail: null, supportUrl: null });
    const long = `${'a'.repeat(242)}@example.com`;
    for (const email of ['support@example.com', 'help.desk+api@mail.example.co', long])
      expect(readConfig({ IHC_SUPPORT_EMAIL: ` ${email} ` }).supportEmail).toBe(email);
    const longUrl = `https://example.com/${'a'.repeat(480)}`;
    for (const url of ['https://help.example.com/api?lang=ar', 'http://127.0.0.1:8080', longUrl])
      expect(readConfig({ IHC_SUPPORT_URL: url }).supportUrl).toBe(url);
    for (const email of ['support', 'a b@example.com', 'a@b', 'a@example.com?bcc=x@y.zz', `a${long}`])
      expect(() => readConfig({ IHC_SUPPORT_EMAIL: email }), email).toThrow('IHC_SUPPORT_EMAIL must be');
    for (const url of [
      'help.example.com',
      'javascript:alert(1)',
      'https://u:secret@example.com',
      `${longUrl}a`,
    ])
      expect(() => readConfig({ IHC_SUPPORT_URL: url }), url).toThrow(/^IHC_SUPPORT_URL (?!.*secret)/);
  });

  it('let production start with https, and with http only if told so', () => {
    const start = (settings: object) => requireHttps(readConfig({ ...production, ...settings }));
    for (const url of ['https://api.example.org', 'HTTPS://api.example.org'])
      expect(() => start({ IHC_PUBLIC_URL: url })).not.toThrow();
    for (const settings of [{}, { IHC_PUBLIC_URL: 'http://api.example.org' }, { IHC_ALLOW_HTTP: 'no' }]) {
      expect(() => start(settings)).toThrow('IHC_PUBLIC_URL must begin with https:// in production');
      expect(() => start({ ...settings, IHC_ALLOW_HTTP: 'yes' })).not.toThrow();
    }
    expect(() => requireHttps(readConfig({}))).not.toThrow();
    expect(() => readConfig({ IHC_ALLOW_HTTP: '1' })).toThrow('IHC_ALLOW_HTTP must be one of yes, no');
  });

  it('accept both ends of a bound', () => {
    expect(readConfig({ PORT: '65535', IHC_RATE_LIMIT_PER_MINUTE: '1' }).port).toBe(65_535);
    expect(readConfig({ PORT: '0', IHC_RATE_LIMIT_PER_MINUTE: '100000' }).port).toBe(0);
    expect(readConfig({ IHC_RATE_LIMIT_PER_MINUTE: '600' }).bookingLimitPerMinute).toBe(600);
    expect(readConfig({ IHC_BOOKING_LIMIT_PER_MINUTE: '1' }).bookingLimitPerMinute).toBe(1);
    expect(readConfig({ IHC_BOOKING_LIMIT_PER_MINUTE: '100000' }).bookingLimitPerMinute).toBe(100_000);
    expect(readConfig(production).environment).toBe('production');
  });
});
