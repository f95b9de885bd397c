import { connect, type Socket } from 'node:net';

export interface BenchResponse {
  status: string;
  body: () => string;
}

/**
 * One keep-alive connection that sends prepared bytes and counts the bytes of the response. It must use little CPU,
 * because it shares two cores with the server under test. The body is therefore built only when the caller reads it.
 */
export class Connection {
  private readonly socket: Socket;
  private chunks: Buffer[] = [];
  private received = 0;
  private headLength = 0;
  private expected = -1;
  private finish: (response: BenchResponse) => void = () => {};
  private fail: (error: Error) => void = () => {};

  /**
   * Opens a connection. `from` is an address of this machine, for example 127.0.0.2. The service then sees another
   * caller.
   */
  static open(port: number, from = '127.0.0.1'): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from }, () =>
        resolve(new Connection(socket)),
      );
      socket.once('error', reject);
    });
  }

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.take(chunk));
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => this.fail(new Error('the server closed the connection')));
  }

  exchange(request: Uint8Array): Promise<BenchResponse> {
    return new Promise((resolve, reject) => {
      this.finish = resolve;
      this.fail = reject;
      this.socket.write(request);
    });
  }

  close(): void {
    this.fail = () => {};
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.received += chunk.length;
    if (this.expected < 0) this.readHead();
    if (this.expected < 0 || this.received < this.expected) return;
    const { chunks, headLength } = this;
    this.chunks = [];
    this.received = 0;
    this.expected = -1;
    const status = chunks[0]!.toString('latin1', 9, 12);
    this.finish({ status, body: () => Buffer.concat(chunks).toString('utf8', headLength) });
  }

  private readHead(): void {
    if (this.chunks.length > 1) this.chunks = [Buffer.concat(this.chunks)];
    const [first] = this.chunks;
    const end = first!.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = /content-length: (\d+)/i.exec(first!.toString('latin1', 0, end));
    if (length === null) throw new Error('a response without content-length');
    this.headLength = end + 4;
    this.expected = this.headLength + Number(length[1]);
  }
}
