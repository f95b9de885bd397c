// Security headers of responses and pages.

import type { FastifyReply } from 'fastify';

/** The hotel page reads QR codes with the camera. No page of ours uses the rest. */
const PERMISSIONS =
  'accelerometer=(), camera=(self), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), ' +
  'midi=(), payment=(), usb=()';

/** Of every response: it is what its Content-Type says, and pages of others cannot load it. */
export const SAFE_RESPONSE = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/**
 * For everything that a browser shows. Pages of others get no handle on our windows and cannot embed our files.
 * `embedders`: who may embed it; partners show QR codes on pages of their own.
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
