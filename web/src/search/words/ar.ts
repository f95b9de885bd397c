import { pluralIn } from '../../i18n/plural.ts';
import type { SearchWords } from './en.ts';

const plural = pluralIn('ar');

export const searchAr: SearchWords = {
  title: 'البحث في التوثيق',
  placeholder: 'ابحث في العمليات والحقول ورموز الأخطاء والأدلة…',
  kinds: {
    page: 'الصفحات',
    operation: 'مرجع الواجهة البرمجية',
    error: 'رموز الأخطاء',
    guide: 'الأدلة',
    field: 'الحقول',
    term: 'المصطلحات',
    change: 'سجل التغييرات',
  },
  recent: 'فُتحت مؤخرًا',
  suggested: 'مقترحات',
  loading: 'يجري تحميل الفهرس…',
  failed: 'تعذّر تحميل الفهرس. تحقق من اتصالك.',
  nothing: (query) => `لا نتائج للبحث عن «${query}».`,
  nothingHint: 'جرّب كلمات أقل، أو رمز خطأ، أو اسم حقل.',
  count: (results) =>
    plural(results, {
      zero: 'لا نتائج',
      one: 'نتيجة واحدة',
      two: 'نتيجتان',
      few: '# نتائج',
      many: '# نتيجة',
      other: '# نتيجة',
    }),
  move: 'تنقّل',
  open: 'فتح',
  close: 'إغلاق',
};
