import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { sharedBrowser } from './chromium.ts';
import { startTestService, type TestService, type TestServiceOptions } from './service.ts';

export interface OpenSite {
  service: TestService;
  browser: Browser;
  /** The address that browsers use. It differs from the settings, because the system chooses a free port. */
  origin: string;
  end: () => Promise<void>;
}

/** Starts a service that listens on a port, for the browser of this worker. */
export async function openSite(flags: string[] = [], more: TestServiceOptions = {}): Promise<OpenSite> {
  const service = await startTestService({
    config: { rateLimitPerMinute: 2_000, bookingLimitPerMinute: 1_500, trustedProxies: ['127.0.0.1'] },
    ...more,
  });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
  const browser = await sharedBrowser(flags);
  const end = async () => {
    // Closes windows that failed tests have left open.
    await Promise.all(browser.contexts().map((context) => context.close()));
    await service.end();
  };
  return { service, browser, origin, end };
}
