import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Outbound } from '../../../src/outgoing/http-client/post.ts';
import { askServers } from '../../../src/outgoing/http-client/resolve.ts';
import { type NameServer, startNameServer } from '../../support/name-server.ts';

let names: NameServer;
beforeAll(async () => {
  names = await startNameServer({
    'both.example': ['8.8.8.8', '8.8.4.4', '2000::1'],
    'six.example': ['2000::1'],
    'none.example': [],
    'broken.example': 'failure',
    'silent.example': null,
    'inside.example': ['10.0.0.5'],
    'metadata.example': ['169.254.169.254'],
  });
});
afterAll(() => names.end());

const ask = (name: string) => askServers(name, [names.server]);
const addresses = async (name: string) => (await ask(name)).map(({ address }) => address).sort();

describe('asking name servers', () => {
  it('finds all addresses of a name', async () => {
    expect(await addresses('both.example')).toEqual(['2000::1', '8.8.4.4', '8.8.8.8']);
    expect(await ask('six.example')).toEqual([{ address: '2000::1', family: 6 }]);
  });

  it('a name without addresses, or an unknown one, is an error', async () => {
    await expect(ask('none.example')).rejects.toMatchObject({ code: 'ENODATA' });
    await expect(ask('unknown.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(ask('broken.example')).rejects.toMatchObject({ code: 'ESERVFAIL' });
  });

  it('each lookup asks again: nothing is kept', async () => {
    const count = () => names.asked.filter((one) => one === 'A six.example').length;
    const before = count();
    await ask('six.example');
    await ask('six.example');
    expect(count()).toBe(before + 2);
  });

  it('silent servers occupy no thread: a file is read while many lookups wait', async () => {
    const outbound = new Outbound({
      allowPrivate: false,
      userAgent: 'test',
      resolve: ask,
      deadlineMilliseconds: 1_000,
    });
    const ended: string[] = [];
    const silent = Array.from({ length: 20 }, () =>
      outbound.post('https://silent.example/', '{}', {}).then(({ ok }) => ended.push(`sent: ${ok}`)),
    );
    await readFile(new URL(import.meta.url));
    expect(ended).toEqual([]);
    await Promise.all(silent);
    expect(ended).toEqual(Array<string>(20).fill('sent: false'));
  });

  it('a partner gets one text for names that are unknown, empty or inside', async () => {
    const { post } = new Outbound({ allowPrivate: false, userAgent: 'test', resolve: ask });
    const errorOf = async (name: string) => {
      const sent = await post(`https://${name}/`, '{}', {});
      return sent.ok ? null : sent.error.replace(name, '…');
    };
    for (const name of ['unknown', 'none', 'inside', 'metadata'])
      expect(await errorOf(`${name}.example`)).toBe('… must have public addresses, and no other');
    expect(await errorOf('broken.example')).toBe('the name servers of … do not respond');
  });
});
