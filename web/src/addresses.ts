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

/** Pages that exist only in the sandbox, because they send test requests. */
export const SANDBOX_PAGES = ['/console', '/console/:operation'] as const;

/** Pages for developers of this site. These pages exist only if the service runs with its embedded database. */
export const DEVELOPMENT_PAGES = ['/design'] as const;
