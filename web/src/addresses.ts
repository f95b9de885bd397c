/** The addresses of the site's pages. The service uses this list too. */
export const PAGES = [
  '/',
  '/reference',
  '/reference/:entry',
  '/guides',
  '/guides/:slug',
  '/errors',
  '/errors/:code',
  '/changelog',
  '/status',
  '/test-scenarios',
  '/go-live',
  '/glossary',
  '/support',
] as const;

/** Only in the sandbox: production has no test data. */
export const SANDBOX_PAGES = ['/console', '/console/:operation'] as const;

/** Only while the service uses its embedded database: the parts that our pages are made of. */
export const DEVELOPMENT_PAGES = ['/design'] as const;
