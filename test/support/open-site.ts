import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './chromium.ts';
import { startTestService, type TestService, type TestServiceOptions } from './service.ts';

/** A long limit, because a machine without Chromium installs it first. */
export const INSTALL_MILLISECONDS = 300_000;

export interface OpenSite {
  service: TestService;
  browser: Browser;
  /** The address that readers use. It differs from the settings, because the system chooses a free port. */
  origin: string;
  end: () => Promise<void>;
}

/** Starts a service that listens on a port, and a browser to open it. */
export async function openSite(flags: string[] = [], more: TestServiceOptions = {}): Promise<OpenSite> {
  const service = await startTestService({
    config: { rateLimitPerMinute: 2_000, bookingLimitPerMinute: 1_500 },
    ...more,
  });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
  const browser = await launchBrowser(flags);
  const end = async () => {
    await browser.close();
    await service.end();
  };
  return { service, browser, origin, end };
}
