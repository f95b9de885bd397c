import { literalAddress, maySendTo } from './address-rules.ts';

export const URL_LENGTH_LIMIT = 2_048;

export type CheckedUrl = { url: URL; problem: null } | { url: null; problem: string };

/** What may be sent to. `allowPrivate`: plain http too, and addresses of this machine and its network. */
export function checkUrl(text: string, allowPrivate: boolean): CheckedUrl {
  if (!URL.canParse(text)) return wrong('must be an address such as https://example.com/hooks');
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return wrong('must begin with https://');
  if (url.username !== '' || url.password !== '') return wrong('must not contain a user name or a password');
  if (text.includes('#')) return wrong('must not contain a fragment (#)');
  if (Math.max(text.length, url.href.length) > URL_LENGTH_LIMIT)
    return wrong(`must have at most ${URL_LENGTH_LIMIT} characters`);
  const address = literalAddress(url);
  if (address !== null && !maySendTo(address, allowPrivate)) return wrong(notPublic(address));
  return { url, problem: null };
}

export function notPublic(address: string): string {
  return `the address ${address} is not public`;
}

function wrong(problem: string): CheckedUrl {
  return { url: null, problem };
}
