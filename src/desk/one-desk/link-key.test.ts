import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { linkSecurity } from './link-key.ts';

const [OLD, NEW] = ['o'.repeat(32), 'n'.repeat(32)];

/** Returns whether a client with one list of keys can connect to a server with another list, over a real connection. */
async function canLink(server: string[], client: string[]): Promise<boolean> {
  const listener = createServer(linkSecurity(server).server, (socket) => socket.end('hello'));
  listener.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  const linked = await new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, ...linkSecurity(client).client });
    socket.once('data', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  listener.close();
  return linked;
}

describe('two processes reach each other', () => {
  it.each([
    ['before a key is replaced', [OLD], [OLD]],
    ['when one of them knows the new key', [OLD], [OLD, NEW]],
    ['when both know it', [OLD, NEW], [OLD, NEW]],
    ['when it comes first in one of them', [OLD, NEW], [NEW, OLD]],
    ['when one of them has forgotten the old key', [NEW, OLD], [NEW]],
  ])('%s, whichever is the server', async (_, one, other) => {
    expect([await canLink(one, other), await canLink(other, one)]).toEqual([true, true]);
  });

  it('only with the same first key, or one that both know', async () => {
    expect([await canLink([OLD], [NEW]), await canLink([NEW], [OLD])]).toEqual([false, false]);
    // The right steps of a replacement avoid this failure: every process must know the new key before any process puts
    // it first.
    expect([await canLink([OLD], [NEW, OLD]), await canLink([NEW, OLD], [OLD])]).toEqual([false, false]);
  });
});
