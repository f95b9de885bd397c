import { Agent, createServer as createHttp, get as getHttp, type Server } from 'node:http';
import { createServer as createHttps, get as getHttps, Agent as SecureAgent } from 'node:https';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Connections, type RoutedMessage } from '../../../src/http/common/connections.ts';
import { makeCertificate } from '../../support/certificates.ts';

const certificate = makeCertificate();
const KINDS = {
  http: {
    create: () => createHttp(),
    get: (port: number, path: string) =>
      getHttp({ port, path, host: '127.0.0.1', agent: new Agent({ keepAlive: true }) }),
  },
  https: {
    create: () => createHttps({ cert: certificate.cert, key: certificate.key }),
    get: (port: number, path: string) =>
      getHttps({
        ...{ port, path, host: 'localhost', ca: certificate.cert },
        agent: new SecureAgent({ keepAlive: true }),
      }),
  },
};

let server: Server;
const silent: Socket[] = [];
afterEach(async () => {
  for (const socket of silent.splice(0)) socket.destroy();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

function portOf(): number {
  return (server.address() as { port: number }).port;
}

/** Connects and says nothing. With TLS it stays in the handshake. */
function connectSilently(): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(portOf(), '127.0.0.1', () => resolve(socket));
    socket.on('error', () => {});
    silent.push(socket);
  });
}

describe.each(['http', 'https'] as const)('the connections of an %s server', (kind) => {
  /** Responds to /now at once and /later when the test says so. */
  async function start() {
    server = KINDS[kind].create();
    const connections = new Connections(server);
    let respondLater: () => void = () => {};
    let responded: Promise<void> = Promise.resolve();
    const arrived = new Promise<void>((resolve) => {
      server.on('request', (request, response) => {
        // As the gate does. A path may have the token of a link.
        (request as RoutedMessage).route = '/:when';
        if (request.url !== '/later?x=1') return void response.end('now');
        respondLater = () => response.end('later');
        responded = new Promise((done) => response.once('finish', done));
        resolve();
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const call = (path: string) =>
      new Promise<string>((resolve, reject) => {
        const request = KINDS[kind].get(portOf(), path);
        request.on('error', reject).on('response', (response) => {
          response.setEncoding('utf8').on('data', resolve);
        });
      });
    return {
      connections,
      arrived,
      call,
      respondLater: () => {
        respondLater();
        return responded;
      },
    };
  }

  it('that wait for a response stay when the others are closed', async () => {
    const { connections, arrived, call, respondLater } = await start();
    expect(await call('/now')).toBe('now');
    const stalled = await connectSilently();
    const closed = new Promise((done) => stalled.once('close', done));
    const response = call('/later?x=1');
    await arrived;
    connections.closeUnserved();
    await closed;
    const responded = respondLater();
    expect(await response).toBe('later');
    // Its response is out. It is not waited for any more.
    await responded;
    connections.closeUnserved();
    await connections.whenEmpty();
  });

  it('that are closed with a request are named', async () => {
    const { connections, arrived, call } = await start();
    await connectSilently();
    const response = call('/later?x=1').catch((error) => error.code);
    await arrived;
    expect(connections.closeAll()).toEqual(['no response sent to GET /:when']);
    expect(await response).toBe('ECONNRESET');
    await connections.whenEmpty();
  });
});
