import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Context } from '../../context.ts';
import { refuse, refuseInput } from '../../kernel/refusal.ts';
import { errorBody } from './errors.ts';
import { SAFE_RESPONSE } from './page-headers.ts';
import { isHttps, STRICT_TRANSPORT } from './strict-transport.ts';

/**
 * Responds to bytes that are not HTTP, and to requests that are still incomplete after the time limit. Fastify has no
 * request object for such a connection.
 */
export function brokenConnectionHandler(config: Pick<Context['config'], 'publicUrl'>) {
  return (error: NodeJS.ErrnoException, socket: Socket) =>
    respondToBrokenConnection(error, socket, config.publicUrl);
}

function respondToBrokenConnection(error: NodeJS.ErrnoException, socket: Socket, publicUrl: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, message] = meaningOf(error.code);
  const requestId = randomUUID();
  const refusal = status.startsWith('413')
    ? refuse('PAYLOAD_TOO_LARGE', message)
    : refuseInput([{ field: 'request', code: 'INVALID_FORMAT', message }]);
  const body = JSON.stringify(errorBody(refusal, requestId, publicUrl));
  const transport = isHttps(publicUrl) ? `Strict-Transport-Security: ${STRICT_TRANSPORT}\r\n` : '';
  const safe = Object.entries(SAFE_RESPONSE)
    .map((header) => `${header.join(': ')}\r\n`)
    .join('');
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Request-Id: ${requestId}\r\n${safe}${transport}Connection: close\r\n\r\n${body}`,
  );
}

function meaningOf(code: string | undefined): [string, string] {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return ['431 Request Header Fields Too Large', 'the headers are larger than 16 KiB'];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return ['408 Request Timeout', 'the request was not complete within 30 seconds'];
    default:
      return ['400 Bad Request', 'the request is not valid HTTP'];
  }
}
