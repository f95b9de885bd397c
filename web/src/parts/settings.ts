/** A setting that the server wrote into the page. */
function setting(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="ihc-${name}"]`)?.content ?? '';
}

const environment = setting('environment');

/** False in production, which has no test keys and no console. There, each partner has a contract and a live key. */
export const isSandbox = environment !== 'production';

/**
 * The address in examples. In the sandbox it is the address that the reader uses, so that a pasted example works. In
 * production it is the configured public address.
 */
export const origin = isSandbox ? location.origin : setting('base-url').replace(/\/v1$/, '');

export const settings = { environment, baseUrl: `${origin}/v1`, version: setting('version') };

/** The label of this release, such as v1.0.6. The build writes it. */
declare global {
  const RELEASE_LABEL: string;
}

/** The operator's contacts. Each is empty if it is not set. */
export const contacts = {
  email: setting('support-email'),
  phone: setting('support-phone'),
  url: setting('support-url'),
};
