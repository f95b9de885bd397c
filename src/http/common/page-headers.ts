// Defines the security headers of responses and pages.

import type { FastifyReply } from 'fastify';

/** The hotel page needs the camera to read QR codes. Our pages need none of the other permissions in this header. */
const PERMISSIONS =
  'accelerometer=(), camera=(self), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), ' +
  'midi=(), payment=(), usb=()';

/**
 * The headers of every response. Because of these headers, browsers do not guess another Content-Type, and other sites
 * cannot load the response.
 */
export const SAFE_RESPONSE = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/**
 * Adds headers to pages and files. Other sites cannot control the windows of our pages, and cannot embed our files.
 * `embedders` allows an exception, because partners show QR codes on their pages.
 */
export function shieldPage(
  reply: FastifyReply,
  embedders: 'same-origin' | 'cross-origin' = 'same-origin',
): FastifyReply {
  return reply
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', embedders)
    .header('permissions-policy', PERMISSIONS);
}
