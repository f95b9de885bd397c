/** The alphabet of voucher ids has no letters that look like digits. */
const CODE = /^[23456789ABCDEFGHJKMNPQRSTVWXYZ]{6}$/;

/**
 * Reads the last six characters of a voucher id from typed text. Null if the text is neither a voucher id nor these six
 * characters.
 */
export function readVoucherCode(typed: string): string | null {
  const text = typed.replace(/[\s\u200e\u200f-]/g, '').toUpperCase();
  const code = /^IHC\d{4}/.test(text) && text.length === 13 ? text.slice(7) : text;
  return CODE.test(code) ? code : null;
}
