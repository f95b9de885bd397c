// Opens the HTTP client that sends to partners, with the rules of this deployment.

import type { Context } from '../../context.ts';
import { isLoopback } from './address-rules.ts';
import { Outbound, type PostOptions } from './post.ts';

type Exposure = Pick<Context['config'], 'environment' | 'host' | 'publicUrl' | 'trustedProxies'>;

/** Opens the HTTP client that sends webhooks. */
export function openOutbound(
  config: Exposure,
  version: string,
  options: Partial<PostOptions> = {},
): Outbound {
  return new Outbound({
    allowPrivate: isOnlyForThisMachine(config),
    userAgent: `IHC-Webhooks/${version}`,
    ...options,
  });
}

/**
 * Returns whether the service is a sandbox that only users on this machine can reach. Such a sandbox may also send
 * requests to this machine, so that a developer can test a receiver. A service with a loopback address can be public
 * behind a proxy. In this case, the settings contain the proxy or a public address.
 */
export function isOnlyForThisMachine({ environment, host, publicUrl, trustedProxies }: Exposure): boolean {
  return (
    environment === 'sandbox' &&
    isLoopback(host) &&
    isLoopback(new URL(publicUrl).hostname) &&
    trustedProxies.length === 0
  );
}
