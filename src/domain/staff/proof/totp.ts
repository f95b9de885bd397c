// One-time codes that an app shows, as defined in RFC 6238.

import { createHmac } from 'node:crypto';

const STEP_SECONDS = 30;
const DIGITS = 6;
/**
 * The service also accepts the codes of this number of time steps before and after the present step, because a phone's
 * clock may be wrong.
 */
const STEPS_AROUND = 1;
const ISSUER = 'Iraq Hotel Channel';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const TOTP_SECRET_BYTES = 20;

/** Computes the code of a time step, as defined in RFC 6238. SHA-1 is used, because all apps support it. */
export function codeOf(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE(mac.at(-1)! & 0xf) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1_000 / STEP_SECONDS);
}

/**
 * Returns the time step of a code. Null: the code is wrong, or its step is not later than the last accepted step.
 * Because of this rule, no code is accepted twice.
 */
export function acceptedStep(secret: Buffer, code: string, now: Date, lastStep: number): number | null {
  const given = inAscii(code);
  for (let around = -STEPS_AROUND; around <= STEPS_AROUND; around += 1) {
    const step = stepAt(now) + around;
    if (step > lastStep && codeOf(secret, step) === given) return step;
  }
  return null;
}

/**
 * Converts a code to ASCII digits without spaces. This is needed, because keyboards in Iraq write Arabic digits, and
 * because apps show codes with a space in the middle.
 */
function inAscii(code: string): string {
  return code
    .replace(/\s/g, '')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0));
}

export function base32(bytes: Buffer): string {
  let [text, bits, held] = ['', 0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(held >> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + BASE32[(held << (5 - bits)) & 31];
}

/** Returns the address that the app reads from a QR code. */
export function totpUrl(secret: Buffer, email: string): string {
  const label = `${encodeURIComponent(ISSUER)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(ISSUER)}`;
}
