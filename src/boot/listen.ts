import { lookup } from 'node:dns/promises';
import type { App } from '../http/common/wire.ts';
import { StartRefused } from '../kernel/start-refused.ts';
import type { Config } from './config.ts';

/**
 * Opens the port. If PORT is 0, the operating system chooses the port, and the links in responses must contain the
 * chosen port.
 */
export async function listen(app: App, config: Config): Promise<void> {
  try {
    // If the host is localhost, Fastify opens a second server that our code cannot access. The second server would
    // never receive a renewed certificate.
    const host = config.tls === null ? config.host : (await lookup(config.host)).address;
    await app.listen({ port: config.port, host });
    const address = app.server.address();
    if (new URL(config.publicUrl).port === '0' && typeof address === 'object' && address !== null)
      config.publicUrl = config.publicUrl.replace(/:0$/, `:${address.port}`);
  } catch (error) {
    throw portRefused(config, error as NodeJS.ErrnoException);
  }
}

export function portRefused(config: Config, error: NodeJS.ErrnoException): StartRefused {
  if (error.code === 'EADDRINUSE')
    return new StartRefused(
      `port ${config.port} on ${config.host} is already in use: set PORT to another port`,
    );
  return new StartRefused(`cannot listen on HOST ${config.host}, PORT ${config.port} (${error.code})`);
}
