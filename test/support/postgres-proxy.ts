import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PostgresProxy {
  url: string;
  /** Once: cut the next connection that commits, before the server hears of it or after it has done it. */
  cutNextCommit: (when: 'before' | 'after', then?: 'reachable' | 'unreachable') => void;
  /** Cuts every connection and lets no new one through, until told that the database is there again. */
  setReachable: (reachable: boolean) => void;
  /** Existing connections stay open and carry nothing any more, as after a failover; new ones work. */
  silence: () => void;
  close: () => void;
}

/** Stands between the service and its real database, and can lose a connection at the worst of moments. */
export async function startPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const url = new URL(databaseUrl);
  const real = join(url.searchParams.get('host')!, '.s.PGSQL.5432');
  const directory = mkdtempSync(join(tmpdir(), 'ihc-proxy-'));
  let cut: 'before' | 'after' | null = null;
  let reachableAfterCut = true;
  let isReachable = true;
  let silences = 0;
  const server = createServer((client) => {
    if (!isReachable) return void client.destroy();
    const database = connect(real);
    const end = () => {
      client.destroy();
      database.destroy();
    };
    const cutOff = () => {
      end();
      if (!reachableAfterCut) setReachable(false);
    };
    let cutting = false;
    const openedIn = silences;
    client.on('data', (bytes: Buffer) => {
      if (openedIn < silences) return;
      if (cut !== null && isCommit(bytes)) {
        const when = cut;
        cut = null;
        if (when === 'before') return cutOff();
        cutting = true;
      }
      database.write(bytes);
    });
    // The answer to COMMIT arrives here, and goes no further.
    database.on('data', (bytes: Buffer) => {
      if (cutting) cutOff();
      else if (openedIn === silences) client.write(bytes);
    });
    for (const socket of [client, database]) {
      socket.on('error', end);
      socket.on('close', end);
    }
  });
  const sockets = new Set<Socket>();
  const setReachable = (reachable: boolean) => {
    isReachable = reachable;
    if (!reachable) for (const socket of sockets) socket.destroy();
  };
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(join(directory, '.s.PGSQL.5432'), resolve));
  url.searchParams.set('host', directory);
  return {
    url: url.toString(),
    cutNextCommit: (when, then = 'reachable') => {
      cut = when;
      reachableAfterCut = then === 'reachable';
    },
    setReachable,
    silence: () => {
      silences += 1;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A simple query message: 'Q', its length, the text and a NUL. */
function isCommit(bytes: Buffer): boolean {
  return bytes.toString('latin1').includes('commit\0');
}
