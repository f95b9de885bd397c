// Writes large JSON responses as bytes, from pieces that were serialised before.

import { type Currency, DECIMALS, type Minor } from './money.ts';

declare const serialised: unique symbol;

/** A part of a JSON text as bytes of UTF-8. It is serialised once and copied into many responses. */
export type JsonPiece = Buffer & { readonly [serialised]: true };

/** Keeps a part of a JSON text. The part need not be a complete value. */
export function pieceOf(json: string): JsonPiece {
  return Buffer.from(json, 'utf8') as JsonPiece;
}

/** Keeps an object without its closing brace, so that more fields can follow. */
export function openObject(fields: object): JsonPiece {
  return pieceOf(JSON.stringify(fields).slice(0, -1));
}

const FIRST_BYTES = 256 * 1024;
/** A search without a limit can need megabytes. A buffer of that size is not kept. */
const KEPT_BYTES = 4 * 2 ** 20;
/** A call of `set` costs as much as a loop over about this many bytes. */
const SHORT_BYTES = 40;
const ZERO = 48;
const POINT = 46;
const MINUS = 45;
const SMALL = 1_000_000_000;

/**
 * Puts a response together in one buffer, which is used again for the next response. Pieces are copied as they are, and
 * digits are written in place, so that no text is encoded per request. ADR 6 has the measurements.
 */
export class JsonWriter {
  private bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  private length = 0;

  begin(): void {
    this.length = 0;
  }

  piece(piece: JsonPiece): void {
    const { length } = piece;
    const end = this.reserve(length);
    if (length < SHORT_BYTES)
      for (let at = 0; at < length; at += 1) this.bytes[this.length + at] = piece[at]!;
    else this.bytes.set(piece, this.length);
    this.length = end;
  }

  /** Writes a short text of ASCII characters. The caller makes sure that the text needs no escaping. */
  ascii(text: string): void {
    const end = this.reserve(text.length);
    for (let from = 0, at = this.length; at < end; from += 1, at += 1) this.bytes[at] = text.charCodeAt(from);
    this.length = end;
  }

  /** Writes a text of any length and any characters. */
  text(json: string): void {
    const end = this.reserve(Buffer.byteLength(json));
    this.bytes.write(json, this.length);
    this.length = end;
  }

  /** Writes an amount as `formatMoney` does, without quotation marks. */
  amount(amount: Minor, currency: Currency): void {
    let size: number = amount;
    if (size < 0) {
      this.byte(MINUS);
      size = -size;
    }
    if (DECIMALS[currency] === 0) {
      this.whole(size);
      return;
    }
    const units = Math.floor(size / 100);
    const cents = size - units * 100;
    this.whole(units);
    this.byte(POINT);
    this.byte(ZERO + Math.floor(cents / 10));
    this.byte(ZERO + (cents % 10));
  }

  /** Writes the digits of a whole number that is not negative. */
  whole(number: number): void {
    if (number >= SMALL) {
      this.ascii(String(number));
      return;
    }
    let rest = number | 0;
    let digits = 1;
    for (let limit = 10; rest >= limit; limit *= 10) digits += 1;
    const end = this.reserve(digits);
    for (let at = end - 1; at >= this.length; at -= 1) {
      const tenth = (rest / 10) | 0;
      this.bytes[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.length = end;
  }

  /** Returns a copy, because the socket may send it later than the next response is written. */
  end(): Buffer {
    const response = Buffer.from(this.bytes.subarray(0, this.length));
    if (this.bytes.length > KEPT_BYTES) this.bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
    return response;
  }

  private byte(byte: number): void {
    const end = this.reserve(1);
    this.bytes[this.length] = byte;
    this.length = end;
  }

  /** Returns the length after `more` bytes. Enlarges the buffer if they do not fit. */
  private reserve(more: number): number {
    const end = this.length + more;
    if (end > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(end, 2 * this.bytes.length));
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    return end;
  }
}
