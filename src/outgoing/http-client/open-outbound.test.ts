import { describe, expect, it } from 'vitest';
import { testConfig } from '../../../test/support/test-config.ts';
import type { Config } from '../../boot/config.ts';
import { isOnlyForThisMachine } from './open-outbound.ts';

const allowed = (changes: Partial<Config>) => isOnlyForThisMachine(testConfig(changes));

describe('who may send to this machine', () => {
  it('a sandbox that only this machine reaches', () => {
    expect(allowed({})).toBe(true);
    expect(allowed({ host: '::1', publicUrl: 'http://[::1]:3000' })).toBe(true);
    expect(allowed({ host: 'localhost', publicUrl: 'http://127.0.0.1:3000' })).toBe(true);
  });

  it('no other service', () => {
    expect(allowed({ environment: 'production' })).toBe(false);
    for (const host of ['0.0.0.0', '::', '192.168.1.5', 'example.com'])
      expect([host, allowed({ host })]).toEqual([host, false]);
    expect(allowed({ publicUrl: 'https://sandbox.example.com' })).toBe(false);
    expect(allowed({ trustedProxies: ['127.0.0.1'] })).toBe(false);
  });
});
