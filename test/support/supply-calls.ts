import type { InjectOptions } from 'fastify';
import { inDays } from './stay.ts';

/** How a test calls one operation under /supply/v1. */
export interface SupplyCall {
  /** The narrowest rate limit window that counts the request. */
  window: 'supply' | 'all_hotels';
  /**
   * The object that the request names, and that the service therefore checks. `private` means that the request is about
   * a tester's private hotel.
   */
  names: 'hotel' | 'booking' | 'private' | null;
  /** A valid request for this hotel or booking. */
  request: (target: string) => Pick<InjectOptions, 'url' | 'method' | 'payload'>;
}

let messages = 0;

const step = (name: string, payload: object = {}): SupplyCall => ({
  window: 'all_hotels',
  names: 'booking',
  request: (booking) => ({ method: 'POST', url: `/supply/v1/reservations/${booking}/${name}`, payload }),
});
const read = (path: string): SupplyCall => ({
  window: 'supply',
  names: 'hotel',
  request: (hotelId) => ({
    method: 'GET',
    url: `/supply/v1/${path}${path.includes('?') ? '&' : '?'}hotelId=${hotelId}`,
  }),
});

/** Every operation. Tests that take the operations from the OpenAPI document fail until a new one is added here. */
export const SUPPLY_CALLS: Record<string, SupplyCall> = {
  'GET /supply/v1/hotels': {
    window: 'all_hotels',
    names: null,
    request: () => ({ method: 'GET', url: '/supply/v1/hotels' }),
  },
  'GET /supply/v1/products': read('products'),
  'GET /supply/v1/ari': read(`ari?from=${inDays(30)}&to=${inDays(31)}`),
  'POST /supply/v1/ari': {
    window: 'supply',
    names: 'hotel',
    request: (hotelId) => {
      messages += 1;
      const update = { ref: '1', roomType: 'DBL', from: inDays(30), to: inDays(30), set: { allotment: 9 } };
      const payload = { hotelId, messageId: `m${messages}`, updates: [update] };
      return { method: 'POST', url: '/supply/v1/ari', payload };
    },
  },
  'GET /supply/v1/reservations': read('reservations'),
  'POST /supply/v1/reservations/ack': {
    window: 'supply',
    names: 'hotel',
    request: (hotelId) => ({
      method: 'POST',
      url: '/supply/v1/reservations/ack',
      payload: { hotelId, upTo: 0 },
    }),
  },
  'POST /supply/v1/sandbox/page-links': {
    window: 'all_hotels',
    names: 'private',
    request: () => ({ method: 'POST', url: '/supply/v1/sandbox/page-links', payload: {} }),
  },
  'POST /supply/v1/sandbox/reservations/{bookingId}/move': {
    window: 'all_hotels',
    names: 'private',
    request: (booking) => ({
      ...{ method: 'POST', url: `/supply/v1/sandbox/reservations/${booking}/move` },
      payload: { checkIn: inDays(-1) },
    }),
  },
  'POST /supply/v1/reservations/{bookingId}/check-in': step('check-in'),
  'POST /supply/v1/reservations/{bookingId}/check-out': step('check-out'),
  'POST /supply/v1/reservations/{bookingId}/no-show': step('no-show'),
  'POST /supply/v1/reservations/{bookingId}/cannot-honour': step('cannot-honour', { reason: 'flooded' }),
};
