/** A setting that the server wrote into the page. */
function setting(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="ihc-${name}"]`)?.content ?? '';
}

const environment = setting('environment');

/** Production has no test keys and no console: each partner has a contract and its own key. */
export const isSandbox = environment !== 'production';

/**
 * The address in examples. In the sandbox it is the one that the reader uses, with any port, so that a pasted example
 * works. In production it is the configured public address.
 */
export const origin = isSandbox ? location.origin : setting('base-url').replace(/\/v1$/, '');

export const settings = { environment, baseUrl: `${origin}/v1`, version: setting('version') };

/** The label of this release, such as v1.0.6. The build writes it. */
declare global {
  const RELEASE_LABEL: string;
}

/** How the operator is reached. Empty: not at all in this way. */
export const contacts = {
  email: setting('support-email'),
  phone: setting('support-phone'),
  url: setting('support-url'),
};
