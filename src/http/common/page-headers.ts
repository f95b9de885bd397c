// Security headers of responses and pages.

import type { FastifyReply } from 'fastify';

/** The hotel page reads QR codes with the camera. Our pages use none of the other permissions. */
const PERMISSIONS =
  'accelerometer=(), camera=(self), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), ' +
  'midi=(), payment=(), usb=()';

/** Headers of every response. Browsers must trust its Content-Type, and other sites cannot load it. */
export const SAFE_RESPONSE = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/**
 * Adds headers to everything that a browser shows. Other sites get no reference to our windows and cannot embed our
 * files. `embedders` says who may embed it, because partners show QR codes on their own pages.
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
