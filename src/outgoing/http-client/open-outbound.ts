// The client that sends to partners, with the rules of this deployment.

import ipaddr from 'ipaddr.js';
import type { Context } from '../../context.ts';
import { Outbound, type PostOptions } from './post.ts';

type Exposure = Pick<Context['config'], 'environment' | 'host' | 'publicUrl' | 'trustedProxies'>;

/** What sends webhooks. */
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
 * Whether everybody who reaches the service is on this machine. A sandbox may then send to this machine too, so that a
 * developer can test a receiver. Behind a proxy the service may listen on loopback and still be public: the proxy is
 * named in the settings, or the public address is.
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
