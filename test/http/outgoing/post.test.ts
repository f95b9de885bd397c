import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Outbound, type PostOptions } from '../../../src/outgoing/http-client/post.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';

const USUAL = { userAgent: 'IHC-Webhooks/1', deadlineMilliseconds: 30_000 };
const EARLY = 'the connection was closed before the response was complete';

let receiver: Receiver;
const opened: Outbound[] = [];
const open = (options: Partial<PostOptions> = {}) => {
  const outbound = new Outbound({ ...USUAL, allowPrivate: true, ca: receiver.ca, ...options });
  opened.push(outbound);
  return outbound;
};
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  for (const outbound of opened) outbound.close();
  await receiver.end();
});

const failed = (error: string, status: number | null = null) => ({ ok: false, status, error });

describe('sending to a receiver', () => {
  it('posts the body with its headers and keeps the connection', async () => {
    const { post } = open();
    const count = receiver.received.length;
    for (let turn = 0; turn < 2; turn += 1)
      expect(await post(receiver.url('/ok?a=b'), '{"é":1}', { 'webhook-id': 'evt_1' })).toEqual({
        ok: true,
        status: 200,
        milliseconds: expect.any(Number),
      });
    const [first, second] = receiver.received.slice(count);
    expect(first).toMatchObject({
      path: '/ok?a=b',
      body: '{"é":1}',
      headers: {
        'webhook-id': 'evt_1',
        'content-type': 'application/json',
        'content-length': '8',
        'user-agent': 'IHC-Webhooks/1',
      },
    });
    expect(second!.connection).toBe(first!.connection);
  });

  it('every 2xx is a success', async () => {
    const { post } = open();
    expect(await post(receiver.url('/no-content'), '{}', {})).toMatchObject({ ok: true, status: 204 });
    for (const status of [200, 202, 299])
      expect(await post(receiver.url(`/status/${status}`), '{}', {})).toMatchObject({ ok: true, status });
  });

  it.each([
    ['/status/500', failed('HTTP 500', 500)],
    ['/status/404', failed('HTTP 404', 404)],
    ['/status/410', failed('HTTP 410', 410)],
    ['/status/300', failed('HTTP 300: redirects are not followed', 300)],
    ['/redirect', failed('HTTP 301: redirects are not followed', 301)],
    ['/close', failed('the connection was closed without a response')],
    ['/close-early', failed(EARLY, 200)],
    ['/garbage', failed('the response is not valid HTTP')],
    ['/upgrade', failed('the connection was closed without a response')],
    ['/headers', failed('the response is not valid HTTP')],
  ])('%s fails, and says why', async (path, expected) => {
    const count = receiver.received.length;
    expect(await open().post(receiver.url(path), '{}', {})).toMatchObject(expected);
    // Sent once: not repeated, and no redirect followed.
    expect(receiver.received.length).toBe(count + 1);
  });

  it.each(['/hang', '/hang-after-headers', '/drip'])('%s fails at the deadline', async (path) => {
    const { post } = open({ deadlineMilliseconds: 400 });
    expect(await post(receiver.url(path), '{}', {})).toMatchObject(
      failed('no complete response within 0.4 s'),
    );
  });

  it('reads 64 KiB of a response. With one byte more, the connection is dropped', async () => {
    const { post } = open();
    const count = receiver.received.length;
    for (const bytes of [65_536, 65_537, 10_000_000, 1])
      expect(await post(receiver.url(`/bytes/${bytes}`), '{}', {})).toMatchObject({ ok: true, status: 200 });
    const [whole, more, most, last] = receiver.received.slice(count).map(({ connection }) => connection);
    expect(more).toBe(whole);
    expect(most).not.toBe(more);
    expect(last).not.toBe(most);
  });

  it('sends again when the receiver has closed the kept connection meanwhile', async () => {
    let turn = 0;
    const second = await startReceiver({
      behave: () => {
        turn += 1;
        return turn === 2 ? '/close' : '/ok';
      },
    });
    const { post } = open({ ca: second.ca });
    for (let count = 0; count < 2; count += 1)
      expect(await post(second.url(), '{}', {})).toMatchObject({ ok: true });
    expect(second.received.map(({ connection }) => connection)).toEqual([1, 1, 2]);
    await second.end();
  });

  it('a receiver that hangs delays no other', async () => {
    const outbound = open({ deadlineMilliseconds: 60_000 });
    const count = receiver.received.length;
    const ended: string[] = [];
    const hanging = Array.from({ length: 20 }, () =>
      outbound.post(receiver.url('/hang'), '{}', {}).then(() => ended.push('hang')),
    );
    await receiver.has(count + hanging.length);
    expect(await outbound.post(receiver.url('/ok'), '{}', {})).toMatchObject({ ok: true });
    expect(ended).toEqual([]);
    outbound.close();
    await Promise.all(hanging);
  });

  it('names what is wrong with the connection, and nothing of our own', async () => {
    const unused = await startReceiver();
    await unused.end();
    expect(await open().post(unused.url(), '{}', {})).toMatchObject(failed('connection refused'));
    expect(await open().post(`http://localhost:${receiver.port}/ok`, '{}', {})).toMatchObject({ ok: false });
    const asTls = `https://localhost:${(await plainReceiver()).port}/ok`;
    expect(await open().post(asTls, '{}', {})).toMatchObject(failed('TLS handshake failed'));
  });

  it('verifies the certificate', async () => {
    const yesterday = new Date(Date.now() - 86_400_000);
    const expired = await startReceiver({ certificate: makeCertificate({ expiresAt: yesterday }) });
    expect(await open({ ca: [] }).post(receiver.url(), '{}', {})).toMatchObject({
      error: expect.stringMatching(/^certificate/),
    });
    const own = makeCertificate({ isAuthority: true, expiresAt: yesterday });
    const signed = await startReceiver({ certificate: own });
    expect(await open({ ca: [own.cert] }).post(signed.url(), '{}', {})).toMatchObject(
      failed('certificate has expired'),
    );
    expect(await open().post(expired.url(), '{}', {})).toMatchObject({ ok: false });
    const other = `https://other.localhost:${receiver.port}/ok`;
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    expect(await open({ resolve }).post(other, '{}', {})).toMatchObject(
      failed('certificate is for another name'),
    );
    await Promise.all([expired.end(), signed.end()]);
  });
});

async function plainReceiver(): Promise<Receiver> {
  const plain = await startReceiver({ certificate: null });
  opened.push({ close: () => void plain.end() } as Outbound);
  return plain;
}
