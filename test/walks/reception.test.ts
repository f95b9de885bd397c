import { afterAll, beforeAll, it } from 'vitest';
import { receptionAr } from '../../web/src/hotel/words/reception-ar.ts';
import { testCamera } from '../support/camera.ts';
import { hasProgram } from '../support/has-program.ts';
import { type OpenSite, openSite } from '../support/open-site.ts';
import { walkReception } from '../support/reception-walk.ts';

const camera = testCamera();
let site: OpenSite;
beforeAll(async () => {
  site = await openSite(camera.flags);
});
afterAll(() => site?.end());

/** test/browser/hotel-reception.test.ts does the same in Kurdish and English. */
it.skipIf(!hasProgram('chromium'))('a reception sees a booking arrive, and its guest come and leave', () =>
  walkReception(site, camera, { language: 'ar', words: receptionAr, width: 360, dark: false }),
);
