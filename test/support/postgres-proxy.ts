import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PostgresProxy {
  url: string;
  /**
   * Cuts the next connection that commits, once: before the server receives the COMMIT, or after the server has
   * executed it.
   */
  cutNextCommit: (when: 'before' | 'after', then?: 'reachable' | 'unreachable') => void;
  /** False cuts every connection and refuses new ones. True accepts them again. */
  setReachable: (reachable: boolean) => void;
  /** Existing connections stay open but carry no more data, as after a failover. New connections work. */
  silence: () => void;
  close: () => void;
}

/** Starts a proxy between the service and its real database. The proxy can cut a connection during a commit. */
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
    const [asksToCommit, hasEnded] = [finder('commit\0'), finder('COMMIT\0', 'ROLLBACK\0')];
    client.on('data', (bytes: Buffer) => {
      if (openedIn < silences) return;
      if (asksToCommit(bytes) && cut !== null) {
        const when = cut;
        cut = null;
        if (when === 'before') return cutOff();
        cutting = true;
      }
      database.write(bytes);
    });
    // The responses to the writes and to COMMIT arrive here, in one or several parts, and are not forwarded.
    database.on('data', (bytes: Buffer) => {
      const ended = hasEnded(bytes);
      if (cutting) {
        if (ended) cutOff();
      } else if (openedIn === silences) client.write(bytes);
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

/**
 * Returns a function that receives a stream part by part. For each part, the function returns whether this part
 * completes one of the texts. A text may begin in one part and end in the next.
 */
function finder(...texts: string[]): (bytes: Buffer) => boolean {
  let last = '';
  return (bytes) => {
    const seen = last + bytes.toString('latin1');
    last = seen.slice(-8);
    return texts.some((text) =>
      seen.includes(text, Math.max(0, seen.length - bytes.length - text.length + 1)),
    );
  };
}
