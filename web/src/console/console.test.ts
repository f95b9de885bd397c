import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REFUSAL_CODES } from '../../../src/http/common/errors.ts';
import type { ApiResponse } from '../api/request.ts';
import { storedObject } from '../browser/stored-object.ts';
import { buildRequest } from './build-request.ts';
import { linkTo, valuesIn } from './form-link.ts';
import { adviceFor, retryAt } from './next/advice.ts';
import type { OperationId } from './operation.ts';
import { OPERATIONS, operationOf } from './operations.ts';
import { HISTORY_LIMIT, learn } from './state/learn.ts';
import { type Call, firstSession, type Session } from './state/session.ts';
import { withValues } from './state/values.ts';
import { consoleAr } from './words/ar.ts';
import { consoleCkb } from './words/ckb.ts';
import { consoleEn } from './words/en.ts';

const CREDENTIALS = { clientId: 'sandbox-a', apiKey: 'key' };

function call(id: number, operation: OperationId): Call {
  const request = { method: 'GET', path: '/', headers: {}, body: null } as const;
  return { id, operation, request, at: 0, outcome: 'pending', response: null };
}

function responseOf(status: number, body: unknown, headers: [string, string][] = []): ApiResponse {
  return { status, milliseconds: 1, headers, body };
}

function sent(count: number): Session {
  let session = firstSession(CREDENTIALS);
  for (let id = 1; id <= count; id += 1) session = learn(session, { kind: 'sent', call: call(id, 'health') });
  return session;
}

describe('operations of the console', () => {
  it('are those of the reference, by method and path', () => {
    const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8'));
    const known = new Map<string, string>();
    for (const [path, methods] of Object.entries<Record<string, { operationId?: string }>>(paths))
      for (const [method, { operationId }] of Object.entries(methods))
        if (operationId !== undefined) known.set(operationId, `${method.toUpperCase()} ${path}`);
    for (const { id, reference, method, path } of OPERATIONS) {
      const [ownMethod, ownPath = ''] = (known.get(reference ?? id) ?? '').split(' ');
      expect(ownMethod, id).toBe(method);
      expect(path.endsWith(ownPath.replace(/\{\w+\}/, path.match(/\{\w+\}/)?.[0] ?? '')), id).toBe(true);
    }
    expect(operationOf('getAvailability')?.id).toBe('availability');
  });

  it('show the paths of the specification, and send and copy those of the documents', () => {
    const { values } = firstSession(null);
    const partner = OPERATIONS.filter(({ group }) => group !== 'supply');
    for (const operation of partner) expect(operation.path, operation.id).toMatch(/^\/api\/v1\//);
    for (const operation of OPERATIONS) {
      const { path } = buildRequest(operation, values, CREDENTIALS);
      expect(path, operation.id).toMatch(operation.group === 'supply' ? /^\/supply\/v1\// : /^\/v1\//);
    }
  });
});

describe('fields of the console', () => {
  it('move check-out behind check-in, unless check-in is no day', () => {
    const session = withValues(firstSession(null), { checkIn: '2030-01-01', checkOut: '2030-01-03' });
    const checkOut = (checkIn: string) => withValues(session, { checkIn }).values.checkOut;
    expect(checkOut('2030-01-02')).toBe('2030-01-03');
    expect(checkOut('2030-01-03')).toBe('2030-01-04');
    for (const noDay of ['foo', '', '9999-99-99']) expect(checkOut(noDay), noDay).toBe('2030-01-03');
  });

  it('come from stored text only if it is an object', () => {
    expect(storedObject('{"clientId":"a"}')).toEqual({ clientId: 'a' });
    for (const text of [null, '', '{bad', '"text"', '5', 'null']) expect(storedObject(text)).toBeNull();
  });
});

describe('an error', () => {
  const about = { operation: 'createBooking', group: 'book', values: firstSession(null).values } as const;

  it.each(REFUSAL_CODES)('%s has words in three languages, and something to do', (code) => {
    for (const words of [consoleEn, consoleAr, consoleCkb]) expect(words.error[code], code).toBeTruthy();
    expect(adviceFor(code, { ...about, details: undefined }).length).toBeGreaterThan(0);
  });

  it('that nobody knows yet is sent again', () => {
    expect(adviceFor('NEW_CODE', { ...about, details: undefined })[0]!.word).toBe('sendAgain');
  });

  it('is sent again after the seconds that the response names, or at once', () => {
    const refused = (headers: [string, string][], code: string) =>
      retryAt({ ...call(1, 'search'), at: 1_000, response: responseOf(429, { error: { code } }, headers) });
    expect(refused([['retry-after', '7']], 'RATE_LIMIT_EXCEEDED')).toBe(8_001);
    expect(refused([], 'IDEMPOTENCY_IN_PROGRESS')).toBe(2_001);
    expect(refused([], 'PRICE_CHANGED')).toBeNull();
  });
});

describe('the link to a form', () => {
  const ofReader = { idempotencyKey: 'k', messageId: 'm', guestName: 'n', guestPhone: 'p', guestEmail: 'e' };
  const more = { specialRequests: 's', channelReference: 'c' };
  const ids = { bookingId: 'b', quoteId: 'q', prebookToken: 't', expectedTotal: '1' };

  it('has no keys, no ids of one reader and nothing about a guest', () => {
    const values = { ...firstSession(null).values, ...ofReader, ...more, ...ids, adults: '3', hotelId: 'H' };
    const names = OPERATIONS.map((operation) => new URL(linkTo(operation, values), 'http://a').searchParams);
    const shared = new Set(names.flatMap((query) => [...query.keys()]));
    for (const name of Object.keys({ ...ofReader, ...more, ...ids })) expect(shared).not.toContain(name);
    for (const name of ['adults', 'hotelId', 'checkIn']) expect(shared).toContain(name);
  });

  it('fills in fields, but no keys and nothing about a guest', () => {
    const query = new URLSearchParams({
      ...ofReader,
      ...more,
      ...ids,
      adults: '3',
      toString: 'x',
      other: 'x',
    });
    expect(valuesIn(`?${query}`)).toEqual({ ...ids, adults: '3' });
  });
});

describe('the session of the console', () => {
  it('keeps a limited history', () => {
    expect(sent(HISTORY_LIMIT).history).toHaveLength(HISTORY_LIMIT);
    const { history } = sent(HISTORY_LIMIT + 1);
    expect(history).toHaveLength(HISTORY_LIMIT);
    expect(history[0]!.id).toBe(2);
  });

  it('does not learn from a response to other credentials, or from rooms of another hotel', () => {
    const other = learn(sent(1), { kind: 'credentials', credentials: { clientId: 'b', apiKey: 'k' } });
    const late = { kind: 'responded', id: 1, response: responseOf(200, {}), isCancelled: false } as const;
    expect(learn(other, late)).toBe(other);
    const rooms = { kind: 'rooms', hotelId: 'HTL-1', roomTypes: [{ id: 'r' }], ratePlans: [] } as const;
    const chosen = learn(other, { kind: 'field', field: 'hotelId', value: 'HTL-2' });
    expect(learn(chosen, { ...rooms, roomTypes: [...rooms.roomTypes], ratePlans: [] })).toBe(chosen);
  });

  it('keeps what a link gave when the first credentials are created, and not when others are', () => {
    const given = { hotelId: 'HTL-2026-0091', roomTypeId: 'r', adults: '3', checkIn: '2030-01-05' };
    const linked = learn(firstSession(null), { kind: 'fields', values: { ...given, adults: '2' } });
    const changed = learn(linked, { kind: 'field', field: 'adults', value: '3' });
    const first = learn(changed, { kind: 'credentials', credentials: CREDENTIALS });
    expect(first).toMatchObject({ clientId: 'sandbox-a', values: { ...given, checkOut: '2030-01-06' } });
    const again = learn(first, { kind: 'fields', values: given });
    const other = learn(again, { kind: 'credentials', credentials: { clientId: 'b', apiKey: 'k' } });
    expect(other.values).toMatchObject({ hotelId: '', roomTypeId: '', adults: '2' });
    // A hotel tester can book only the private hotel, which is not the hotel in the link.
    const hotel = { public_id: 'HTL-9000-0001', name_en: '', name_ar: '' };
    const tester = learn(changed, { kind: 'credentials', credentials: { ...CREDENTIALS, hotel } });
    expect(tester.values).toMatchObject({ hotelId: '', roomTypeId: '', adults: '3', checkIn: '2030-01-05' });
  });

  it('keeps a request that is under way when the history is cleared', () => {
    const responded = {
      kind: 'responded',
      id: 1,
      response: responseOf(200, {}),
      isCancelled: false,
    } as const;
    const cleared = learn(learn(sent(2), responded), { kind: 'historyCleared' });
    expect(cleared.history.map(({ id }) => id)).toEqual([2]);
  });
});
