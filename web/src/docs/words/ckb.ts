import { pluralIn } from '../../i18n/plural.ts';
import type { DocsWords } from './en.ts';

const plural = pluralIn('ckb');

export const docsCkb: DocsWords = {
  linkTo: 'بەستەر بۆ ئەم بەشە',
  onThisPage: 'لەم پەڕەیەدا',
  previous: 'پێشوو',
  nextPage: 'دواتر',
  documentation: 'بەڵگەنامەکان',
  forPartners: 'بۆ هاوبەشەکان',
  forHotels: 'بۆ سیستەمەکانی هۆتێل',
  lookUp: 'پەڕەکانی سەرچاوە',
  running: 'ئێستا لێرە کار دەکات',
  unreleased: 'هێشتا بڵاو نەکراوەتەوە',
  glossaryIntro:
    'وشەکانی API و ڕێنماییەکان و ڤاوچەرەکان بە سێ زمان. هەر چەمکێک لە هەموو شوێنێک یەک وشەی هەیە.',
  filterTerms: 'زاراوەکان بپاڵێوە',
  terms: (count) => plural(count, { one: 'یەک زاراوە', other: '# زاراوە' }),
  noTerm: 'هیچ زاراوەیەک ئەم پیتانەی تێدا نییە.',
  progress: 'پێشکەوتن',
  done: (done, all) => `${done} لە ${all} تەواو بوون`,
  of: (done, all) => `${done} لە ${all}`,
  asMarkdown: 'لیستەکە وەک Markdown',
  print: 'چاپکردن',
  clear: 'هەموو نیشانەکان لاببە',
  openInConsole: 'لە کۆنسۆڵدا بیکەرەوە',
  succeeds: 'سەرکەوتوو دەبێت',
  onlySandbox: 'ئەمە ژینگەی ڕاستەقینەیە. سیناریۆکان تەنها لە ژینگەی تاقیکردنەوەدان.',
  startAgain: 'لە سەرەتاوە دەست پێ بکەرەوە',
  startAgainText:
    'گەڕاندنەوە بۆ سەرەتا، حجز و حجزی کاتی و پێشنیازی نرخ و کلیلەکانی ڕێگری لە دووبارەبوونەوە دەسڕێتەوە. زانیاریی چوونەژوورەوەت هەر کارا دەمێنێت. کۆنسۆڵ دوگمەیەکی بۆ ئەمە هەیە.',
  example: 'نموونە',
};
