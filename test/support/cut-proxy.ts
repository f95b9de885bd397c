import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

export interface CutProxy {
  port: number;
  /** From now on, no byte passes in either direction and no connection is closed, as when a cable is cut. */
  cut: () => void;
  /** New connections work again. Connections that were cut are closed. */
  heal: () => void;
  close: () => void;
}

/** Forwards connections to a server until `cut` is called. */
export async function startCutProxy(target: NetConnectOpts): Promise<CutProxy> {
  let isCut = false;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    keep(client);
    if (isCut) return;
    const real = connect(target);
    keep(real);
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (bytes) => isCut || to.write(bytes));
      from.on('close', () => isCut || to.destroy());
    };
    pass(client, real);
    pass(real, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    cut: () => {
      isCut = true;
    },
    heal: () => {
      isCut = false;
      closeAll();
    },
    close: () => {
      server.close();
      closeAll();
    },
  };
}
