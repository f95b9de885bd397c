// Routes of the developer site and of the files of the hotel page.

import { DEVELOPMENT_PAGES, PAGES, SANDBOX_PAGES } from '../../../web/src/addresses.ts';
import type { Context } from '../../context.ts';
import type { RespondToLostReader } from '../common/error-model.ts';
import type { App } from '../common/wire.ts';
import { SITE_FOLDER } from './build-site.ts';
import { escapeHtml } from './escape-html.ts';
import { lostReaderPage } from './not-found-page.ts';
import { HOTEL_POLICY, SANDBOX_HOTEL_POLICY, sendFile } from './send-file.ts';
import { packed, readSite, type SiteFile } from './site-files.ts';

// The files are already compressed, so they are not compressed on each request.
const config = { access: 'open', allowance: 'pages', compress: false } as const;
const schema = { hide: true } as const;

/** The addresses of the hotel page, which has its own HTML file. */
const HOTEL_PAGES = ['/hotel', '/hotel/*'];

const ASSETS = '/assets/';

const HOTEL_WORKER = '/hotel/sw.js';

export interface Site {
  pages: string[];
  /** The addresses of all pages that match a pattern in `pages`, such as `/guides/:slug`. */
  known: Set<string>;
  page: SiteFile;
  hotelPage: SiteFile;
  hotelPolicy: string;
  files: Map<string, SiteFile>;
  respondToLostReader: RespondToLostReader;
}

/**
 * Loads the built site and writes the settings of this service into its HTML. Returns null when the site was not built.
 * The console needs sandbox data, so production has no console.
 */
export function openSite(context: Pick<Context, 'config' | 'version'>): Site | null {
  const files = readSite(SITE_FOLDER);
  // These files are used to build responses. No address serves them directly.
  const [index, hotelIndex, addresses] = ['/index.html', '/hotel/index.html', '/addresses.json'].map(
    (name) => {
      const file = files.get(name);
      files.delete(name);
      return file;
    },
  );
  if (index === undefined || hotelIndex === undefined || addresses === undefined) return null;
  const html = fillIn(index.plain.toString('utf8'), context);
  const isSandbox = context.config.environment === 'sandbox';
  const known = JSON.parse(addresses.plain.toString('utf8')) as Record<'everywhere' | 'sandbox', string[]>;
  return {
    // The pages share one HTML file, and the site's script shows the right page.
    pages: [
      ...PAGES,
      ...(isSandbox ? SANDBOX_PAGES : []),
      ...(context.config.databaseUrl === null ? DEVELOPMENT_PAGES : []),
    ],
    known: new Set([...known.everywhere, ...(isSandbox ? known.sandbox : [])]),
    page: packed(Buffer.from(html), '.html', false),
    hotelPage: packed(Buffer.from(fillIn(hotelIndex.plain.toString('utf8'), context)), '.html', false),
    hotelPolicy: isSandbox ? SANDBOX_HOTEL_POLICY : HOTEL_POLICY,
    files,
    respondToLostReader: lostReaderPage(
      html,
      isSandbox ? ['/console', '/reference', '/guides'] : ['/reference', '/guides'],
    ),
  };
}

export function registerSiteRoutes(app: App, site: Site): void {
  for (const address of site.pages)
    app.get<{ Params: Record<string, string> }>(address, { schema, config }, (request, reply) =>
      isKnown(site, address, request.params) ? sendFile(request, reply, site.page) : reply.callNotFound(),
    );
  for (const address of HOTEL_PAGES)
    app.get(address, { schema, config }, (request, reply) =>
      sendFile(request, reply, site.hotelPage, site.hotelPolicy),
    );
  for (const [address, file] of site.files) {
    if (address.startsWith(ASSETS)) continue;
    app.get(address, { schema, config }, (request, reply) => {
      // Browsers limit a service worker to its own folder, which is /hotel/. This header also allows the address
      // /hotel.
      if (address === HOTEL_WORKER) reply.header('service-worker-allowed', '/hotel');
      return sendFile(request, reply, file);
    });
  }
  // All assets have one route. With a separate route for each of the 300 files, the start took a third longer.
  app.get<{ Params: { '*': string } }>(`${ASSETS}*`, { schema, config }, (request, reply) => {
    const file = site.files.get(ASSETS + request.params['*']);
    return file === undefined ? reply.callNotFound() : sendFile(request, reply, file);
  });
}

/** Returns whether a page exists. In an address /errors/{code}, the code may be in lower case and with hyphens. */
function isKnown(site: Site, address: string, params: Record<string, string>): boolean {
  const [part] = Object.values(params);
  if (part === undefined) return true;
  const name = address.startsWith('/errors/') ? part.toUpperCase().replaceAll('-', '_') : part;
  return site.known.has(address.replace(/:\w+$/, () => name));
}

function fillIn(html: string, context: Pick<Context, 'config' | 'version'>): string {
  const values: Record<string, string> = {
    environment: context.config.environment,
    public_url: context.config.publicUrl,
    base_url: `${context.config.publicUrl}/v1`,
    version: context.version,
    support_email: context.config.supportEmail ?? '',
    support_phone: context.config.supportPhone ?? '',
    support_url: context.config.supportUrl ?? '',
  };
  return html.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name]!));
}
