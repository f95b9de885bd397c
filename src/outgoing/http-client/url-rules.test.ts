import { describe, expect, it } from 'vitest';
import { checkUrl, URL_LENGTH_LIMIT } from './url-rules.ts';

const problem = (url: string, allowPrivate = false) => checkUrl(url, allowPrivate).problem;
const NOT_HTTPS = 'must be a public https address such as https://example.com/hooks';
const NOT_HTTPS_HERE =
  'must be an https address, or an http address of this machine such as http://localhost:8787';
const notPublic = (address: string) => `must be a public https address, and ${address} is not public`;
const long = (length: number) => `https://example.com/${'a'.repeat(length - 'https://example.com/'.length)}`;

describe('the address of a receiver', () => {
  it('is https, without credentials and fragment', () => {
    expect(problem('https://example.com:8443/hooks?a=b')).toBeNull();
    for (const url of ['http://example.com/', 'ftp://example.com/', 'file:///etc/passwd', 'javascript:1'])
      expect([url, problem(url)]).toEqual([url, NOT_HTTPS]);
    for (const url of [
      '',
      'example.com',
      'https://',
      'https://exa mple.com/',
      'http://localhost/',
      'http://127.0.0.1/',
    ])
      expect([url, problem(url)]).toEqual([url, NOT_HTTPS]);
    for (const url of ['https://a@example.com/', 'https://:b@example.com/'])
      expect(problem(url)).toBe('must not contain a user name or a password');
    for (const url of ['https://example.com/#', 'https://example.com/#a'])
      expect(problem(url)).toBe('must not contain a fragment (#)');
  });

  it('has at most 2,048 characters, as given and as it is stored', () => {
    expect(problem(long(URL_LENGTH_LIMIT))).toBeNull();
    expect(problem(long(URL_LENGTH_LIMIT + 1))).toBe('must have at most 2048 characters');
    expect(problem(`https://example.com/${'ب'.repeat(400)}`)).toBe('must have at most 2048 characters');
  });

  it('has port 443, or one above 1023 that no other service uses', () => {
    const refused = 'must use port 443, or a port above 1023 that no other kind of service uses';
    const at = (port: number) => problem(`https://example.com:${port}/`);
    for (const port of [443, 1024, 3000, 8080, 8443, 65_535]) expect([port, at(port)]).toEqual([port, null]);
    for (const port of [0, 22, 25, 80, 444, 1023, 3306, 5432, 6379, 9200, 11_211, 27_017])
      expect([port, at(port)]).toEqual([port, refused]);
    expect(problem('http://localhost:81/', true)).toBeNull();
  });

  it('is public, unless the sandbox runs for its own machine', () => {
    expect(problem('https://10.0.0.5/')).toBe(notPublic('10.0.0.5'));
    expect(problem('https://0x7f.1/')).toBe(notPublic('127.0.0.1'));
    expect(problem('https://[::1]/')).toBe(notPublic('::1'));
    expect(problem('https://8.8.8.8/')).toBeNull();
    expect(problem('http://127.0.0.1:4000/hooks', true)).toBeNull();
    expect(problem('http://localhost/', true)).toBeNull();
    expect(problem('https://10.0.0.5/', true)).toBeNull();
  });

  it('is plain http only on the machine of the sandbox', () => {
    for (const host of ['localhost:8787', '127.0.0.1', '127.255.255.254', '0x7f.1', '[::1]:8787'])
      expect([host, problem(`http://${host}/`, true)]).toEqual([host, null]);
    for (const host of [
      ...['example.com', '8.8.8.8', '10.0.0.5', '192.168.1.2', '126.255.255.255', '128.0.0.1', '[fd12::1]'],
      ...['localhost.example.com', '127.0.0.1.example.com', 'notlocalhost', '0.0.0.0', '[::ffff:127.0.0.1]'],
    ])
      expect([host, problem(`http://${host}/`, true)]).toEqual([host, NOT_HTTPS_HERE]);
    for (const url of ['ftp://localhost/', 'localhost:8787', ''])
      expect([url, problem(url, true)]).toEqual([url, NOT_HTTPS_HERE]);
  });
});
