import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../support/service.ts';
import { supplierOf } from '../../support/supplier.ts';

const HOTEL = 'HTL-2026-0001';
const LIMIT = 10 * 1_024 * 1_024;
const ACK = '/supply/v1/reservations/ack';

let service: TestService;
let supplier: Record<string, string>;
let port: number;
beforeAll(async () => {
  service = await startTestService();
  supplier = await supplierOf(service, [HOTEL], service.credentials);
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  port = (service.app.server.address() as { port: number }).port;
});
afterAll(() => service.end());

/** A valid body with exactly so many bytes. The field is unknown, and ignored with a warning. */
function bodyOf(bytes: number): Buffer {
  const [start, end] = [`{"hotelId":"${HOTEL}","upTo":0,"partnerNote":"`, '"}'];
  return Buffer.from(start + 'x'.repeat(bytes - start.length - end.length) + end);
}

/** Over a socket: injected requests have no stream to decompress from. */
async function send(body: Buffer | ReadableStream, headers: Record<string, string> = {}, path = ACK) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { ...supplier, 'content-type': 'application/json', ...headers },
    body: body as Exclude<RequestInit['body'], undefined>,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses from outside.
  return { status: response.status, body: (await response.json()) as any };
}
const gzip = { 'content-encoding': 'gzip' };

describe('a body under /supply/v1', () => {
  it('has at most 10 MiB, and 413 names the limit', async () => {
    expect((await send(bodyOf(LIMIT))).status).toBe(200);
    const refused = await send(bodyOf(LIMIT + 1));
    expect([refused.status, refused.body.error]).toEqual([
      413,
      expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE', message: 'the body is larger than 10 MiB' }),
    ]);
  });

  it('may be compressed, with the same limit after decompression', async () => {
    const warned = await send(gzipSync(bodyOf(LIMIT)), gzip);
    expect([warned.status, warned.body.data.acknowledged]).toEqual([200, 0]);
    expect((await send(gzipSync(bodyOf(200)), { 'content-encoding': ' GZIP ' })).status).toBe(200);
    const refused = await send(gzipSync(bodyOf(LIMIT + 1)), gzip);
    expect([refused.status, refused.body.error.message]).toEqual([413, 'the body is larger than 10 MiB']);
  });

  it('is not decompressed past the limit: a gigabyte of zeros takes no memory, and the service goes on', async () => {
    // Compressed data may be concatenated: 64 times 16 MiB.
    const part = gzipSync(Buffer.alloc(16 * 1_024 * 1_024));
    const bomb = Buffer.concat(Array.from({ length: 64 }, () => part));
    expect(bomb.length).toBeLessThan(2_000_000);
    const before = process.memoryUsage().rss;
    const responses = await Promise.all(Array.from({ length: 8 }, () => send(bomb, gzip)));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(413));
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1_024 * 1_024);
    expect((await send(bodyOf(100))).status).toBe(200);
  });

  it('in chunks without Content-Length has the same limit', async () => {
    const chunked = (bytes: number) =>
      new ReadableStream({
        start: (controller) => {
          controller.enqueue(bodyOf(bytes));
          controller.close();
        },
      });
    expect((await send(chunked(LIMIT))).status).toBe(200);
    expect((await send(chunked(LIMIT + 1))).status).toBe(413);
  });

  const whole = gzipSync(bodyOf(5_000));
  it.each([
    ['gzip that ends too early', whole.subarray(0, whole.length - 20), gzip, 400, 'MALFORMED_JSON'],
    ['text that is called gzip', bodyOf(100), gzip, 400, 'MALFORMED_JSON'],
    ['gzip with a wrong checksum', damaged(whole), gzip, 400, 'MALFORMED_JSON'],
    ['an empty body that is called gzip', Buffer.alloc(0), gzip, 400, 'MALFORMED_JSON'],
    ['gzip of bad JSON', gzipSync('{"hotelId":'), gzip, 400, 'MALFORMED_JSON'],
    ['gzip that is not announced', whole, {}, 400, 'MALFORMED_JSON'],
    ['brotli', whole, { 'content-encoding': 'br' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['deflate', whole, { 'content-encoding': 'deflate' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['gzip twice', whole, { 'content-encoding': 'gzip, gzip' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ])('that is %s is refused', async (_, body, headers, status, code) => {
    const reply = await send(body, headers);
    expect([reply.status, reply.body.error.code]).toEqual([status, code]);
  });

  it('that is refused ends the connection, and never leaves it waiting', async () => {
    const lines = Object.entries(supplier).map(([name, value]) => `${name}: ${value}\r\n`);
    const start = `POST ${ACK} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}content-type: application/json\r\n`;
    const bad = Buffer.concat([Buffer.from('not gzip'), Buffer.alloc(300_000)]);
    const text = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`${start}content-encoding: gzip\r\ncontent-length: ${bad.length}\r\n\r\n`);
        socket.write(bad);
      });
      socket.on('data', (chunk) => {
        received += chunk;
      });
      socket.on('close', () => resolve(received));
      socket.on('error', reject);
    });
    expect(text.match(/^HTTP\/1.1 \d+/gm)).toEqual(['HTTP/1.1 400']);
  });

  it('with a million wrong values is refused with a short list', async () => {
    const many = Buffer.from(`[${'{},'.repeat(1_000_000)}{}]`);
    const reply = await send(many);
    expect([reply.status, reply.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(reply.body.error.details.length).toBeLessThanOrEqual(100);
  });
});

it('a body under /v1 is not decompressed, and has 64 KiB', async () => {
  const headers = { ...service.credentials, ...gzip };
  const search = gzipSync(
    JSON.stringify({ destination: 'Baghdad', checkIn: '2027-01-15', checkOut: '2027-01-16' }),
  );
  const packed = await send(search, headers, '/v1/search');
  expect([packed.status, packed.body.error.code]).toEqual([400, 'MALFORMED_JSON']);
  const large = await send(bodyOf(65_537), service.credentials, '/v1/search');
  expect([large.status, large.body.error.message]).toEqual([413, 'the body is larger than 64 KiB']);
});

/** The last eight bytes are the checksum and the length. */
function damaged(packed: Buffer): Buffer {
  const copy = Buffer.from(packed);
  copy[copy.length - 8] = copy[copy.length - 8]! ^ 0xff;
  return copy;
}
