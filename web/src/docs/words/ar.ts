import { pluralIn } from '../../i18n/plural.ts';
import type { DocsWords } from './en.ts';

const plural = pluralIn('ar');

export const docsAr: DocsWords = {
  linkTo: 'رابط إلى هذا القسم',
  onThisPage: 'في هذه الصفحة',
  previous: 'السابق',
  nextPage: 'التالي',
  documentation: 'التوثيق',
  forPartners: 'للشركاء',
  forHotels: 'لأنظمة الفنادق',
  lookUp: 'صفحات مرجعية',
  running: 'يعمل هنا الآن',
  unreleased: 'لم يصدر بعد',
  glossaryIntro: 'كلمات الواجهة البرمجية والأدلة والقسائم بثلاث لغات. لكل مفهوم كلمة واحدة في كل مكان.',
  filterTerms: 'تصفية المصطلحات',
  terms: (count) =>
    plural(count, {
      zero: 'لا مصطلحات',
      one: 'مصطلح واحد',
      two: 'مصطلحان',
      few: '# مصطلحات',
      other: '# مصطلحًا',
    }),
  noTerm: 'لا مصطلح يطابق ما كتبته.',
  progress: 'التقدم',
  done: (done, all) => `أُنجز ${done} من ${all}`,
  of: (done, all) => `${done} من ${all}`,
  asMarkdown: 'القائمة بصيغة Markdown',
  print: 'طباعة',
  clear: 'امسح كل العلامات',
  openInConsole: 'افتح في بيئة الاختبار التفاعلية',
  succeeds: 'ينجح',
  onlySandbox: 'هذه بيئة الإنتاج. السيناريوهات في بيئة الاختبار فقط.',
  startAgain: 'ابدأ من جديد',
  startAgainText:
    'تحذف إعادة الضبط حجوزاتك وحجوزاتك المؤقتة وعروض السعر ومفاتيح منع التكرار. وتبقى بيانات الاعتماد صالحة. وتجد زرًّا لذلك في بيئة الاختبار التفاعلية.',
  example: 'مثال',
};
