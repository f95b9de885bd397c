// Serves the voucher as a page and as a PDF.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Vouchers } from '../../context.ts';
import { chooseLanguage, type Language } from '../../domain/vouchers/language.ts';
import { openVoucher } from '../../domain/vouchers/open-voucher.usecase.ts';
import { printVoucherIfFree } from '../../domain/vouchers/print-voucher.usecase.ts';
import { refuse } from '../../kernel/refusal.ts';
import { sendRefusal } from '../common/errors.ts';
import { shieldPage } from '../common/page-headers.ts';
import type { App } from '../common/wire.ts';
import { voucherNotFoundPage, voucherPage } from './voucher-html.ts';
import { voucherStyle } from './voucher-style.ts';

const config = { access: 'open', allowance: 'pages' } as const;
/**
 * The settings of the routes for PDFs and PNG images. These files have a separate rate limit, because drawing a file
 * takes a hundred times as long as writing a page.
 */
export const DRAWN = { access: 'open', allowance: 'documents' } as const;
export const TOO_MANY_DRAWINGS = refuse(
  'SERVICE_UNAVAILABLE',
  'too many vouchers are being drawn; try again',
);
const schema = { hide: true };
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Registers the routes for the voucher as a page and as a PDF. The QR code contains the address of the page. The query
 * has no schema, because every invalid address gets the same "not found" page.
 */
export function registerVoucherPages(app: App, context: Vouchers): void {
  const stylesheet = voucherStyle();
  app.get('/vouchers/voucher.css', { schema, config: { ...config, entityTag: true } }, (_request, reply) =>
    shieldPage(reply).type('text/css; charset=utf-8').send(stylesheet),
  );
  app.get('/vouchers/:voucherId', { schema, config }, async (request, reply) => {
    const asked = read(request);
    const sheet = await openVoucher(context, asked, asked.language);
    if (sheet === null) return sendNotFound(reply, asked.language, '');
    return sendPage(reply, voucherPage(sheet, asked.signature));
  });
  app.get('/vouchers/:voucherId/voucher.pdf', { schema, config: DRAWN }, async (request, reply) => {
    const asked = read(request);
    const sheet = await openVoucher(context, asked, asked.language);
    if (sheet === null) return sendNotFound(reply, asked.language, '../');
    const paper = await printVoucherIfFree(context, sheet);
    if (paper === null) return sendRefusal(request, keepPrivate(reply), TOO_MANY_DRAWINGS);
    return keepPrivate(reply)
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${sheet.voucherId}.pdf"`)
      .send(paper);
  });
}

function read(request: FastifyRequest) {
  const { voucherId } = request.params as { voucherId: string };
  const { signature, lang } = request.query as Record<string, unknown>;
  return {
    voucherId,
    signature: typeof signature === 'string' ? signature : '',
    language: chooseLanguage(lang, request.headers['accept-language']),
  };
}

function sendNotFound(reply: FastifyReply, language: Language, folder: string): FastifyReply {
  return sendPage(reply.code(404), voucherNotFoundPage(language, folder));
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return shieldVoucher(reply).header('vary', 'accept-language').type('text/html; charset=utf-8').send(html);
}

/** Adds headers to pages and images, so that they run no scripts and other sites cannot show them in a frame. */
export function shieldVoucher(reply: FastifyReply, policy = PAGE_POLICY): FastifyReply {
  return keepPrivate(reply).header('content-security-policy', policy);
}

/**
 * Anyone who knows the address can open the voucher. Therefore caches and search engines must not store the voucher,
 * and browsers must not send its address in the Referer header.
 */
function keepPrivate(reply: FastifyReply): FastifyReply {
  return shieldPage(reply).header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
}
