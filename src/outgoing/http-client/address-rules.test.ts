import { describe, expect, it } from 'vitest';
import { isPublicAddress, literalAddress, maySendTo } from './address-rules.ts';

const PUBLIC = ['8.8.8.8', '1.0.0.1', '185.60.216.35', '223.255.255.254', '2606:4700::1111', '2a00:1450::1'];
const NOT_PUBLIC = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.100.100.200', '100.127.255.255', '127.0.0.1'],
  ...['127.255.255.254', '169.254.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.192'],
  ...['192.0.2.1', '192.168.0.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1'],
  ...['255.255.255.255', '168.63.129.16', '::', '::1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::ffff:a00:1'],
  ...['::127.0.0.1', '64:ff9b::10.0.0.1', '64:ff9b:1::1', '100::1', '2001::1', '2001:db8::1', '2002:a00:1::'],
  ...[
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
  ],
  ...['', 'localhost', '8.8.8', '08.8.8.8', '8.8.8.8 ', '1'],
];

describe('which addresses are public', () => {
  it('plain unicast', () => {
    for (const address of PUBLIC) expect([address, isPublicAddress(address)]).toEqual([address, true]);
  });

  it('nothing else, at the edges of each network too', () => {
    for (const address of NOT_PUBLIC) expect([address, isPublicAddress(address)]).toEqual([address, false]);
    for (const address of ['9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'])
      expect([address, isPublicAddress(address)]).toEqual([address, true]);
    for (const address of ['172.15.255.255', '172.32.0.0', '169.253.255.255', '169.255.0.0', '192.169.0.0'])
      expect([address, isPublicAddress(address)]).toEqual([address, true]);
  });

  it('on a machine of its own, its networks too, but not where clouds keep secrets', () => {
    for (const address of ['127.0.0.1', '::1', '10.0.0.5', '192.168.1.2', 'fd12::1', '8.8.8.8']) {
      expect([address, maySendTo(address, true)]).toEqual([address, true]);
      expect([address, maySendTo(address, false)]).toEqual([address, address === '8.8.8.8']);
    }
    for (const address of [
      '169.254.169.254',
      'fe80::1',
      'fd00:ec2::254',
      '168.63.129.16',
      '0.0.0.0',
      '::',
      '224.0.0.1',
    ])
      expect([address, maySendTo(address, true)]).toEqual([address, false]);
  });

  it('an address in a URL is found in every spelling', () => {
    const spelled = [
      '127.0.0.1',
      '0x7f.1',
      '0177.0.0.1',
      '2130706433',
      '127.1',
      '127.0.0.1.',
      '１２７.0.0.1',
    ];
    for (const host of spelled)
      expect([host, literalAddress(new URL(`https://${host}/`))]).toEqual([host, '127.0.0.1']);
    expect(literalAddress(new URL('https://[::ffff:10.0.0.1]/'))).toBe('::ffff:a00:1');
    expect(literalAddress(new URL('https://[0:0:0:0:0:0:0:1]:8443/'))).toBe('::1');
    expect(literalAddress(new URL('https://127.0.0.1.example.com/'))).toBeNull();
  });
});
