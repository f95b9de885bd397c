import { connect, type Socket } from 'node:net';

/** Starts a request and never completes it. */
export function halfRequest(port: number): Promise<Socket> {
  const head = 'POST /v1/bookings HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
  return send(port, `${head}content-length: 1000\r\n\r\n{"hotelId":`);
}

/** Sends the headers of a request one byte at a time, often enough that the connection never counts as idle. */
export async function slowRequest(port: number, everyMilliseconds: number): Promise<Socket> {
  const socket = await send(port, 'GET /v1/hotels HTTP/1.1\r\nx-slow: ');
  const timer = setInterval(() => socket.write('a'), everyMilliseconds);
  socket.once('close', () => clearInterval(timer));
  return socket;
}

function send(port: number, text: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, () => resolve(socket)));
    socket.on('error', reject);
  });
}
