import type { Limiter } from '../platform/limits/limiter.ts';
import { OwnWindows } from '../platform/limits/own-windows.ts';
import type { ServiceOptions } from './service-options.ts';

/**
 * Creates the limiter of a process. The Redis client is loaded only if REDIS_URL is set, because a start without this
 * module is faster.
 */
export async function openLimiter({ config, log, limiter }: ServiceOptions): Promise<Limiter> {
  const node = limiter ?? new OwnWindows();
  if (config.redisUrl === null) return node;
  const { RedisWindows } = await import('../platform/limits/redis-windows.ts');
  const shared = new RedisWindows({
    url: config.redisUrl,
    prefix: `ihc:${config.environment}:limits:`,
    node,
    onChange: (sharing, reason) => {
      if (sharing === 'SHARED') log.info('rate limits are shared through Redis');
      else log.warn({ reason }, 'Redis is away: this node counts rate limits by itself');
    },
  });
  await shared.start();
  return shared;
}
