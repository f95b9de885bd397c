import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { App } from '../http/wire.ts';
import { SITE_FOLDER } from './build-site.ts';
import { packed, readSite, type SiteFile } from './site-files.ts';

/** Nothing but our own files, and no script inside a page: what a stranger manages to write into one stays text. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
// Packed once: not once more a request.
const config = { access: 'open', allowance: 'pages', compress: false } as const;
const schema = { hide: true } as const;

/** The pages that the site's own script tells apart; they share one file. */
const PAGES = ['/', '/reference', '/guides', '/guides/:slug'];
const SANDBOX_PAGES = ['/console'];

/** The developer site. Production has no console: there is nothing in it to try. */
export function registerSiteRoutes(app: App, context: Context): void {
  const files = readSite(SITE_FOLDER);
  const index = files.get('/index.html');
  if (index === undefined) return;
  files.delete('/index.html');
  const page = packed(Buffer.from(fillIn(index.plain.toString('utf8'), context)), '.html', false);
  const pages = context.config.environment === 'sandbox' ? [...PAGES, ...SANDBOX_PAGES] : PAGES;
  for (const address of pages)
    app.get(address, { schema, config }, (request, reply) => sendFile(request, reply, page));
  for (const [address, file] of files)
    app.get(address, { schema, config }, (request, reply) => sendFile(request, reply, file));
}

function fillIn(html: string, context: Context): string {
  const values: Record<string, string> = {
    environment: context.config.environment,
    base_url: `${context.config.publicUrl}/v1`,
    version: context.version,
  };
  return html.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name]!));
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile): FastifyReply {
  reply.header('content-security-policy', POLICY);
  reply.header('x-content-type-options', 'nosniff');
  reply.header('referrer-policy', 'no-referrer');
  reply.header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  reply.header('vary', 'accept-encoding');
  reply.type(file.type);
  const accepted = request.headers['accept-encoding'] ?? '';
  if (file.br !== null && accepts(accepted, 'br'))
    return reply.header('content-encoding', 'br').send(file.br());
  if (file.gzip !== null && accepts(accepted, 'gzip'))
    return reply.header('content-encoding', 'gzip').send(file.gzip());
  return reply.send(file.plain);
}

/** Whether a coding is named and not refused with a weight of nought. */
function accepts(header: string, coding: string): boolean {
  return header
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .some(([name, ...parameters]) => name === coding && !parameters.some((one) => /^q=0(\.0*)?$/.test(one)));
}
