import { launchBrowser } from '../test/support/chromium.ts';
import { drawCard } from './pictures/card.ts';
import { withService } from './pictures/open-service.ts';
import { recordRun } from './pictures/record-run.ts';
import { takeHotelPage, takeScreens } from './pictures/screens.ts';

/**
 * `npm run pictures` makes the pictures of the README and of the site from a running service. The site itself shows
 * some of the pictures. These pictures are made first, and the site is built again before the other pictures are made.
 */
const browser = await launchBrowser();
try {
  await withService(async (origin) => {
    await recordRun(browser, origin);
    await takeHotelPage(browser, origin);
  });
  await withService(async (origin) => {
    await drawCard(browser, origin);
    await takeScreens(browser, origin);
  });
} finally {
  await browser.close();
}
