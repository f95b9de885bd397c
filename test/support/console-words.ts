import { consoleAr } from '../../web/src/console/words/ar.ts';
import { consoleCkb } from '../../web/src/console/words/ckb.ts';
import { consoleEn } from '../../web/src/console/words/en.ts';
import { ar as siteAr } from '../../web/src/i18n/ar.ts';
import { ckb as siteCkb } from '../../web/src/i18n/ckb.ts';
import { en as siteEn } from '../../web/src/i18n/en.ts';

/** The words of every page and of the console. */
export const en = { ...siteEn, ...consoleEn };
export const ar: typeof en = { ...siteAr, ...consoleAr };
export const ckb: typeof en = { ...siteCkb, ...consoleCkb };
export type Words = typeof en;
