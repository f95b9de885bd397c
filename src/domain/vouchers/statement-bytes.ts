import { dayOf, formatDay, parseDay } from '../../kernel/day.ts';

/**
 * The facts that the QR code of a voucher contains. This file must not use modules of Node, because the hotel page also
 * uses it.
 */
export interface Statement {
  /** The public id of the hotel. */
  hotel: string;
  voucherId: string;
  /** The guest's name. If the name is too long, the field contains the beginning of the name. */
  name: string;
  checkIn: string;
  checkOut: string;
  rooms: number;
  revision: number;
}

/** A statement with its signature. `signed` contains the bytes that were signed. */
export interface SignedStatement {
  statement: Statement;
  signed: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
}

/**
 * The signed bytes begin with this prefix, so that a signature that was made for another purpose is never valid for a
 * statement.
 */
const PREFIX = new TextEncoder().encode('ihc: voucher statement\n');
const PREFACE = 'v1.';
const FORMAT = 1;
const SIGNATURE_BYTES = 64;
/**
 * The sum of the lengths of format, hotel, voucher, check-in, nights, rooms and revision. The name comes after these
 * fields.
 */
const HEAD_BYTES = 1 + 4 + 8 + 2 + 1 + 1 + 4;
export const NAME_BYTES = 60;
const HOTEL = /^HTL-([0-9]{4})-([0-9]{4})$/;
const VOUCHER = /^IHC-([0-9]{4})-([2-9A-Z]{6})$/;

/** Returns the bytes to sign for a statement. */
export function bytesToSign(statement: Statement): Uint8Array<ArrayBuffer> {
  const bytes = bytesOf(statement);
  return join(PREFIX, bytes);
}

/** Writes a statement and its signature as text. */
export function writeStatement(statement: Statement, signature: Uint8Array): string {
  return PREFACE + toBase64Url(join(bytesOf(statement), signature));
}

/** Reads a statement, but does not check its signature. Null: the text has another format. */
export function readStatement(text: string): SignedStatement | null {
  if (!text.startsWith(PREFACE)) return null;
  const bytes = fromBase64Url(text.slice(PREFACE.length));
  if (bytes === null || bytes[0] !== FORMAT) return null;
  const end = bytes.length - SIGNATURE_BYTES;
  if (end < HEAD_BYTES || end > HEAD_BYTES + NAME_BYTES) return null;
  const statement = statementOf(bytes.slice(0, end));
  if (statement === null) return null;
  return { statement, signed: join(PREFIX, bytes.slice(0, end)), signature: bytes.slice(end) };
}

function bytesOf({ hotel, voucherId, name, checkIn, checkOut, rooms, revision }: Statement) {
  const [, hotelYear, hotelNumber] = HOTEL.exec(hotel)!;
  const [, voucherYear, suffix] = VOUCHER.exec(voucherId)!;
  const nameBytes = new TextEncoder().encode(cutName(name));
  const bytes = new Uint8Array(HEAD_BYTES + nameBytes.length);
  const view = new DataView(bytes.buffer);
  const first = parseDay(checkIn)!;
  view.setUint8(0, FORMAT);
  view.setUint16(1, Number(hotelYear));
  view.setUint16(3, Number(hotelNumber));
  view.setUint16(5, Number(voucherYear));
  bytes.set(new TextEncoder().encode(suffix), 7);
  // The number of days since 1970 fits into 16 bits until the year 2149.
  view.setUint16(13, first);
  view.setUint8(15, parseDay(checkOut)! - first);
  view.setUint8(16, rooms);
  view.setUint32(17, revision);
  bytes.set(nameBytes, HEAD_BYTES);
  return bytes;
}

function statementOf(bytes: Uint8Array<ArrayBuffer>): Statement | null {
  const view = new DataView(bytes.buffer);
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const four = (at: number) => String(view.getUint16(at)).padStart(4, '0');
  const checkIn = dayOf(view.getUint16(13));
  try {
    const statement: Statement = {
      hotel: `HTL-${four(1)}-${four(3)}`,
      voucherId: `IHC-${four(5)}-${text.decode(bytes.slice(7, 13))}`,
      name: text.decode(bytes.slice(HEAD_BYTES)),
      checkIn: formatDay(checkIn),
      checkOut: formatDay(dayOf(checkIn + view.getUint8(15))),
      rooms: view.getUint8(16),
      revision: view.getUint32(17),
    };
    return HOTEL.test(statement.hotel) && VOUCHER.test(statement.voucherId) ? statement : null;
  } catch {
    return null;
  }
}

/** Cuts a name to at most NAME_BYTES bytes of UTF-8, but never inside a character. */
export function cutName(name: string): string {
  let [length, bytes] = [0, 0];
  for (const character of name) {
    bytes += new TextEncoder().encode(character).length;
    if (bytes > NAME_BYTES) break;
    length += character.length;
  }
  return name.slice(0, length);
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function toBase64Url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Decodes base64url. Null: the text differs from the text that `toBase64Url` writes for the decoded bytes. Without this
 * check, somebody could change the text of a statement without changing its bytes.
 */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null;
  const decoded = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(decoded, (character) => character.charCodeAt(0));
  return toBase64Url(bytes) === text ? bytes : null;
}
