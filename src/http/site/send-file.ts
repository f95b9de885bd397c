// Sends a file of the site, compressed if the browser supports it.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { shieldPage } from '../common/page-headers.ts';
import type { SiteFile } from './site-files.ts';

/**
 * Allows only files of this service, and no inline scripts. The browser therefore does not run a script that an
 * attacker has inserted into a page.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; " +
  "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The hotel page needs more permissions, because a phone can install the page as an app, and a WebAssembly program in
 * the page reads QR codes.
 */
export const HOTEL_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
  .replace("img-src 'self'", "img-src 'self' data:")
  .replace("frame-src 'self'; ", '')
  .concat("; worker-src 'self'; manifest-src 'self'");

/**
 * In the sandbox, the console shows the hotel page beside a booking. Only pages of this service may embed the hotel
 * page. Otherwise, another site could embed the hotel page and put its own buttons over the buttons of the hotel page.
 */
export const SANDBOX_HOTEL_POLICY = HOTEL_POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'");

export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: SiteFile,
  policy = POLICY,
): FastifyReply {
  shieldPage(reply).header('content-security-policy', policy);
  reply.header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (!reply.hasHeader('vary')) reply.header('vary', 'accept-encoding');
  reply.type(file.type);
  const accepted = request.headers['accept-encoding'] ?? '';
  if (file.br !== null && accepts(accepted, 'br'))
    return reply.header('content-encoding', 'br').send(file.br());
  if (file.gzip !== null && accepts(accepted, 'gzip'))
    return reply.header('content-encoding', 'gzip').send(file.gzip());
  return reply.send(file.plain);
}

/** Returns whether the header lists the encoding with a weight above zero. */
function accepts(header: string, coding: string): boolean {
  return header
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .some(([name, ...parameters]) => name === coding && !parameters.some((one) => /^q=0(\.0*)?$/.test(one)));
}
