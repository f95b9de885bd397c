/** What the server wrote into the page: where it is and what it is. */
function setting(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="ihc-${name}"]`)?.content ?? '';
}

export const settings = {
  environment: setting('environment'),
  baseUrl: setting('base-url'),
  version: setting('version'),
};

/** Production has neither test keys nor a console: its partners have a contract and a key of their own. */
export const isSandbox = settings.environment !== 'production';
