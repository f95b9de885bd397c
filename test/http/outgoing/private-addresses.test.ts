import https from 'node:https';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../src/outgoing/http-client/address-rules.ts';
import { Outbound } from '../../../src/outgoing/http-client/post.ts';
import type { Resolve } from '../../../src/outgoing/http-client/resolve.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';

/** Public by its form, and assigned to nobody. */
const UNUSED = '2000::1';
const HERE = '127.0.0.1';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
beforeEach(() => receiver.received.splice(0));
afterAll(() => receiver.end());

/** Gives these addresses, one list per lookup, and the last list for all further ones. */
function resolver(...lists: string[][]): Resolve & { lookups: () => number } {
  let lookups = 0;
  const resolve: Resolve = async () => {
    const list = lists[Math.min(lookups, lists.length - 1)]!;
    lookups += 1;
    return list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return Object.assign(resolve, { lookups: () => lookups });
}

const outbound = (resolve?: Resolve, allowPrivate = false) =>
  new Outbound({
    allowPrivate,
    userAgent: 'test',
    ca: receiver.ca,
    deadlineMilliseconds: 500,
    ...(resolve && { resolve }),
  });
const url = () => receiver.url('/ok');

describe('nothing is sent inside', () => {
  it.each([
    ['169.254.169.254'],
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:10.0.0.1'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::7f00:1'],
    [UNUSED, '127.0.0.1'],
    ['127.0.0.1', UNUSED],
    ['fd00:ec2::254', UNUSED],
  ])('to a name with the addresses %s %s', async (...addresses) => {
    const sent = await outbound(resolver(addresses)).post(url(), '{}', {});
    expect(sent).toMatchObject({ ok: false, error: 'localhost must have public addresses, and no other' });
    expect(receiver.received).toEqual([]);
  });

  it('to an address, in any spelling', async () => {
    for (const host of ['127.0.0.1', '127.1', '0x7f000001', '2130706433', '[::1]', '[::ffff:127.0.0.1]']) {
      const resolve = resolver([UNUSED]);
      const sent = await outbound(resolve).post(`https://${host}:${receiver.port}/ok`, '{}', {});
      expect(sent).toMatchObject({ ok: false, error: expect.stringMatching(/is not public$/) });
      expect(resolve.lookups()).toBe(0);
    }
    expect(receiver.received).toEqual([]);
  });

  it('to an unknown name: the text is the same as for a private one', async () => {
    const unknown: Resolve = async () => {
      throw Object.assign(new Error('inner detail'), { code: 'ENOTFOUND' });
    };
    const silent: Resolve = async () => {
      throw Object.assign(new Error('inner detail'), { code: 'ETIMEOUT' });
    };
    const error = 'localhost must have public addresses, and no other';
    expect(await outbound(unknown).post(url(), '{}', {})).toMatchObject({ error });
    expect(await outbound(async () => []).post(url(), '{}', {})).toMatchObject({ error });
    expect(await outbound(silent).post(url(), '{}', {})).toMatchObject({
      error: 'the name servers of localhost do not respond',
    });
    const never: Resolve = () => new Promise(() => {});
    expect(await outbound(never).post(url(), '{}', {})).toMatchObject({
      error: 'no complete response within 0.5 s',
    });
  });

  it('control: a check before the connection is fooled by a name that changes', async () => {
    const resolve = resolver([UNUSED], [HERE]);
    const checked = await resolve('localhost');
    expect(checked.every(({ address }) => isPublicAddress(address))).toBe(true);
    const status = await new Promise((done, fail) => {
      const request = https.request(url(), {
        method: 'POST',
        ca: receiver.ca,
        lookup: (name, { all }, callback) =>
          resolve(name).then((found) =>
            all ? callback(null, found) : callback(null, found[0]!.address, found[0]!.family),
          ),
      });
      request.on('response', (response) => done(response.statusCode)).on('error', fail);
      request.end('{}');
    });
    expect(status).toBe(200);
    expect(receiver.received.length).toBe(1);
  });

  it('to a name that changes: what was checked is what is connected to', async () => {
    const resolve = resolver([UNUSED], [HERE]);
    const one = outbound(resolve);
    expect(await one.post(url(), '{}', {})).toMatchObject({ ok: false });
    expect(resolve.lookups()).toBe(1);
    expect(await one.post(url(), '{}', {})).toMatchObject({ ok: false });
    expect(resolve.lookups()).toBe(2);
    expect(receiver.received).toEqual([]);
  });

  it('control: the same name is reached where private addresses are allowed', async () => {
    expect(await outbound(resolver([HERE]), true).post(url(), '{}', {})).toMatchObject({ ok: true });
    expect(receiver.received.length).toBe(1);
  });

  it('a proxy of the environment is not used', async () => {
    for (const name of ['https_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) process.env[name] = url();
    expect(await outbound(resolver([UNUSED])).post(url(), '{}', {})).toMatchObject({ ok: false });
    for (const name of ['https_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) delete process.env[name];
    expect(receiver.received).toEqual([]);
  });
});
