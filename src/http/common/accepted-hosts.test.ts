import { describe, expect, it } from 'vitest';
import { readConfig } from '../../boot/config.ts';
import { acceptedHosts, hasTwoHosts, isAcceptedHost } from './accepted-hosts.ts';

const accepted = acceptedHosts(
  readConfig({ IHC_PUBLIC_URL: 'https://API.example.org:8443', IHC_ALLOWED_HOSTS: 'desk.example' }),
);

describe('a Host', () => {
  it.each([
    ...[
      'api.example.org',
      'api.example.org:8443',
      'api.example.org:1',
      'API.Example.Org',
      'API.EXAMPLE.ORG:8443',
    ],
    ...['desk.example', 'desk.example:65535', 'Desk.Example:80'],
    ...['localhost', 'localhost:3000', 'LOCALHOST', 'localhost:'],
    ...['127.0.0.1', '127.0.0.1:3000', '10.0.0.5', '203.0.113.9:443'],
    ...['[::1]', '[::1]:3000', '[2001:DB8::5]:443', '[::ffff:127.0.0.1]'],
  ])('%s is accepted', (host) => {
    expect(isAcceptedHost(host, accepted)).toBe(true);
  });

  it.each([
    ...['', ':', ':3000', 'evil.example', 'evil.example:8443', 'example.org', 'xapi.example.org'],
    ...['api.example.org.evil.example', 'localhost.evil.example', 'evil.example:localhost', 'evil.localhost'],
    ...['api.example.org:8443x', 'api.example.org:123456', 'api.example.org:-1', 'api.example.org:80:80'],
    ...['user@api.example.org', 'api.example.org/', 'api.example.org, evil.example', ' api.example.org'],
    ...['127.0.0.1.evil.example', '127.0.0.256', '127.1', '0x7f.0.0.1', '2130706433'],
    ...[
      '::1',
      '[::1',
      '::1]',
      '[]',
      '[::1]x',
      '[::1]:3000x',
      '[evil.example]',
      '[127.0.0.1]',
      '[::1].evil.example',
    ],
  ])('"%s" is refused', (host) => {
    expect(isAcceptedHost(host, accepted)).toBe(false);
  });

  it('that is an IPv6 address may be the public one', () => {
    const own = acceptedHosts(readConfig({ IHC_PUBLIC_URL: 'http://[2001:db8::5]:3000' }));
    for (const host of ['[2001:db8::5]:3000', '[2001:db8::5]']) expect(isAcceptedHost(host, own)).toBe(true);
  });

  it('comes once, however its name is written', () => {
    expect(hasTwoHosts([])).toBe(false);
    expect(hasTwoHosts(['Host', 'a', 'Accept', 'Host', 'From', 'host'])).toBe(false);
    expect(hasTwoHosts(['Host', 'a', 'Accept', '*/*', 'hOST', 'a'])).toBe(true);
  });
});
