import { pluralIn } from '../../i18n/plural.ts';
import type { SearchWords } from './en.ts';

const plural = pluralIn('ckb');

export const searchCkb: SearchWords = {
  title: 'گەڕان لە بەڵگەنامەکاندا',
  placeholder: 'بۆ کردار و خانە و کۆدی هەڵە و ڕێنمایی بگەڕێ…',
  kinds: {
    page: 'پەڕەکان',
    operation: 'سەرچاوەی API',
    error: 'کۆدەکانی هەڵە',
    guide: 'ڕێنماییەکان',
    field: 'خانەکان',
    term: 'زاراوەکان',
    change: 'تۆماری گۆڕانکارییەکان',
  },
  recent: 'بەم دواییە کراونەتەوە',
  suggested: 'پەڕە پێشنیازکراوەکان',
  loading: 'پێڕستەکە بار دەکرێت…',
  failed: 'پێڕستەکە بار نەکرا. هێڵی ئینتەرنێتەکەت بپشکنە.',
  nothing: (query) => `هیچ بۆ «${query}» نەدۆزرایەوە.`,
  nothingHint: 'وشەی کەمتر، کۆدی هەڵە یان ناوی خانەیەک تاقی بکەرەوە.',
  count: (results) => plural(results, { one: 'یەک ئەنجام', other: '# ئەنجام' }),
  move: 'جووڵان',
  open: 'کردنەوە',
  close: 'داخستن',
};
