// The texts of notices, chosen by language.

import type { Language } from '../../domain/vouchers/language.ts';
import type { NoticeWords } from './notice-words.ts';
import { NOTICE_AR } from './notice-words-ar.ts';
import { NOTICE_CKB } from './notice-words-ckb.ts';
import { NOTICE_EN } from './notice-words-en.ts';

export const NOTICE_WORDS: Record<Language, NoticeWords> = { en: NOTICE_EN, ar: NOTICE_AR, ckb: NOTICE_CKB };
