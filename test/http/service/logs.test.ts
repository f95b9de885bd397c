import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { startTestService } from '../../support/service.ts';

it('logs one line per request, and no key, header, query or body', async () => {
  const lines: string[] = [];
  const log = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(...String(chunk).trim().split('\n'));
      done();
    },
  });
  const service = await startTestService({ log });
  lines.length = 0;
  await service.call('GET', '/v1/room-types?hotelId=HTL-2026-0001&note=sensitive', {
    headers: { 'x-request-id': 'trace-me' },
  });
  await service.app.inject({
    method: 'POST',
    url: '/v1/sandbox/credentials',
    payload: { guestName: 'sensitive', guestPhone: 'sensitive' },
  });
  service.context.snapshot.findHotel = () => {
    throw Object.assign(new Error('duplicate key sensitive'), {
      severity: 'ERROR',
      code: '23505',
      detail: 'sensitive',
    });
  };
  await service.call('GET', '/v1/hotels/HTL-2026-0001');
  await service.end();
  const requests = lines.map((line) => JSON.parse(line)).filter((line) => line.msg === 'request');
  expect(requests).toHaveLength(3);
  expect(requests[0]).toMatchObject({
    request_id: 'trace-me',
    client_id: service.credentials['x-client-id'],
    method: 'GET',
    route: '/v1/room-types',
    status: 200,
    milliseconds: expect.any(Number),
  });
  expect(requests[2]).toMatchObject({ status: 500, code: 'INTERNAL_ERROR' });
  const everything = lines.join('\n');
  expect(everything).toContain('23505');
  expect(everything).not.toContain('sensitive');
  expect(everything).not.toContain('ihc_test_');
});
