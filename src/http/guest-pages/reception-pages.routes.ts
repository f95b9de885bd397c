// Routes of `/front-desk/{token}`, where a hotel reads and acknowledges a booking.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queries, Tokens } from '../../context.ts';
import { chooseLanguage } from '../../domain/vouchers/language.ts';
import {
  acknowledgeByLink,
  openReceptionLink,
} from '../../outgoing/hotel-notices/open-reception-link.usecase.ts';
import type { App } from '../common/wire.ts';
import { receptionNotFoundPage, receptionPage } from './reception-html.ts';
import { PAGE_POLICY, shieldVoucher } from './voucher-pages.routes.ts';

const config = { access: 'open', allowance: 'pages' } as const;
const schema = { hide: true };
const FORM_LIMIT_BYTES = 1_024;
/**
 * The content security policy of vouchers allows no form. This page has a form, so its policy allows the browser to
 * send a form to this service.
 */
const POLICY = PAGE_POLICY.replace("form-action 'none'", "form-action 'self'");

/**
 * Registers the page on which a reception acknowledges a booking. As for vouchers, the caller needs the signature in
 * the address and no other credentials.
 */
export async function registerReceptionPages(app: App, context: Queries & Tokens): Promise<void> {
  app.get('/front-desk/:token', { schema, config }, async (request, reply) => {
    const { token, language } = read(request);
    const shown = await openReceptionLink(context, token, language);
    if (shown === null) return send(reply.code(404), receptionNotFoundPage(language));
    return send(reply, receptionPage(shown, token));
  });
  await app.register(async (scope: App) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    scope.post('/front-desk/:token', { schema, config }, async (request, reply) => {
      const { token, language } = read(request);
      const revision = revisionIn(request.body);
      const isKnown = revision !== null && (await acknowledgeByLink(context, token, revision));
      if (!isKnown) return send(reply.code(404), receptionNotFoundPage(language));
      // After a redirect, the browser does not send the form again when the person reloads the page. The address is
      // relative, because the public address may have a path.
      return shieldVoucher(reply, POLICY).redirect(`${token}?lang=${language}`, 303);
    });
  });
}

function read(request: FastifyRequest) {
  const { token } = request.params as { token: string };
  const { lang } = request.query as Record<string, unknown>;
  return { token, language: chooseLanguage(lang, request.headers['accept-language']) };
}

/** Returns the revision number in the body, or null if the body has no valid number. */
function revisionIn(body: unknown): number | null {
  const { revision } = (body ?? {}) as Record<string, unknown>;
  return typeof revision === 'string' && /^[1-9][0-9]{0,8}$/.test(revision) ? Number(revision) : null;
}

function send(reply: FastifyReply, html: string): FastifyReply {
  return shieldVoucher(reply, POLICY)
    .header('vary', 'accept-language')
    .type('text/html; charset=utf-8')
    .send(html);
}
