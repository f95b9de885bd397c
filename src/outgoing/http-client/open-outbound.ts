// Opens the client that sends to partners, with the rules of this deployment.

import ipaddr from 'ipaddr.js';
import type { Context } from '../../context.ts';
import { Outbound, type PostOptions } from './post.ts';

type Exposure = Pick<Context['config'], 'environment' | 'host' | 'publicUrl' | 'trustedProxies'>;

/** Opens the client that sends webhooks. */
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
 * Whether only users on this machine can reach the service. A sandbox may then also send to this machine, so that a
 * developer can test a receiver. Behind a proxy, a service on loopback may still be public. The settings then contain
 * the proxy or the public address.
 */
export function isOnlyForThisMachine({ environment, host, publicUrl, trustedProxies }: Exposure): boolean {
  return (
    environment === 'sandbox' &&
    isLoopback(host) &&
    isLoopback(new URL(publicUrl).hostname) &&
    trustedProxies.length === 0
  );
}

function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  return bare === 'localhost' || (ipaddr.isValid(bare) && ipaddr.parse(bare).range() === 'loopback');
}
