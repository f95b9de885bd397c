/** A setting that the server wrote into the page. */
function setting(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="ihc-${name}"]`)?.content ?? '';
}

const environment = setting('environment');

/** False in production, where the site has no console and no test keys. */
export const isSandbox = environment !== 'production';

/**
 * The base address in examples. In the sandbox, it is the address at which the reader has opened the site, so that
 * copied examples work. In production, it is the configured public address.
 */
export const origin = isSandbox ? location.origin : setting('base-url').replace(/\/v1$/, '');

export const settings = { environment, baseUrl: `${origin}/v1`, version: setting('version') };

/** The label of this release, such as v1.0.6. The build writes it. */
declare global {
  const RELEASE_LABEL: string;
}

/** The operator's contacts. A contact is empty if it is not set. */
export const contacts = {
  email: setting('support-email'),
  phone: setting('support-phone'),
  url: setting('support-url'),
};
