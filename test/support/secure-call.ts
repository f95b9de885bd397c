import { type Agent, request } from 'node:https';
import type { TLSSocket } from 'node:tls';

export interface SecureReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses from outside, as a partner does.
  body: any;
  /** The serial number of the certificate that the server showed on this connection. */
  serial: string;
  protocol: string | null;
  /** The local port, which identifies the connection. */
  localPort: number;
}

export interface SecureCall {
  method?: string;
  /** The only certificate that the caller trusts. */
  ca: string;
  /** Without an agent, every call opens a new connection. */
  agent?: Agent;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Sends a request over TLS and checks the certificate, as a partner's program does. */
export function secureCall(
  url: string,
  { method = 'GET', ca, agent, headers, body }: SecureCall,
): Promise<SecureReply> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const type = text === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request(
      url,
      { method, ca, agent: agent ?? false, headers: { ...headers, ...type } },
      (response) => {
        const socket = response.socket as TLSSocket;
        const about = {
          serial: socket.getPeerCertificate().serialNumber,
          protocol: socket.getProtocol(),
          localPort: socket.localPort!,
        };
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const all = Buffer.concat(chunks).toString();
          const isJson = response.headers['content-type']?.includes('json') ?? false;
          const { statusCode: status, headers } = response;
          resolve({ status: status!, headers, text: all, body: isJson ? JSON.parse(all) : null, ...about });
        });
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}
