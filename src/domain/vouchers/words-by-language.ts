// The texts of vouchers by language.

import type { Language } from './language.ts';
import type { Words } from './words.ts';
import { AR } from './words-ar.ts';
import { CKB } from './words-ckb.ts';
import { EN } from './words-en.ts';

export const WORDS: Record<Language, Words> = { en: EN, ar: AR, ckb: CKB };
