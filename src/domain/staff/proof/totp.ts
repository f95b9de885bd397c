// One-time codes of an app, as RFC 6238 defines them.

import { createHmac } from 'node:crypto';

const STEP_SECONDS = 30;
const DIGITS = 6;
/** The clock of a phone may be one time step behind or ahead. */
const STEPS_AROUND = 1;
const ISSUER = 'Iraq Hotel Channel';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const TOTP_SECRET_BYTES = 20;

/** The code of a time step, by RFC 6238 with SHA-1, which all apps support. */
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
 * The time step of a code. Null: the code is wrong, or its step is not later than the last accepted step. So no code is
 * accepted twice.
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
 * Converts a code to ASCII digits without spaces. Keyboards in Iraq write Arabic digits, and apps show a space in the
 * middle.
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

/** What the QR code for the app contains. */
export function totpUrl(secret: Buffer, email: string): string {
  const label = `${encodeURIComponent(ISSUER)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(ISSUER)}`;
}
