/** What the server wrote into the page: where it is and what it is. */
function setting(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="ihc-${name}"]`)?.content ?? '';
}

const environment = setting('environment');

/** Production has neither test keys nor a console: its partners have a contract and a key of their own. */
export const isSandbox = environment !== 'production';

/**
 * The address that examples show. In the sandbox it is the one the reader uses, whatever the port: it works when it is
 * pasted. In production it is the one that the contract names.
 */
export const origin = isSandbox ? location.origin : setting('base-url').replace(/\/v1$/, '');

export const settings = { environment, baseUrl: `${origin}/v1`, version: setting('version') };
