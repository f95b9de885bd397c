import { pluralIn } from '../../i18n/plural.ts';
import type { ErrorWords } from './en.ts';

const plural = pluralIn('ar');

export const errorsAr: ErrorWords = {
  intro: 'لكل خطأ في الواجهة البرمجية رمز. يعتمد برنامجك على الرمز، وتشرح هذه الصفحات معناه.',
  howErrorsWork: 'شكل الأخطاء وقواعدها',
  filter: 'تصفية الرموز',
  filterHint: 'رمز أو حالة أو كلمة',
  found: (count) =>
    plural(count, {
      zero: 'لا رموز',
      one: 'رمز واحد',
      two: 'رمزان',
      few: '# رموز',
      many: '# رمزًا',
      other: '# رمز',
    }),
  none: 'لا رمز يطابق ما كتبته.',
  showAll: 'عرض كل الرموز',
  groups: {
    request: ['أصلح الطلب', 'الخطأ في الطلب نفسه، وسيُرفض ثانية ما لم تغيّره.'],
    state: ['اقرأ الحالة الحالية', 'ما يذكره الطلب غير موجود، أو تغيّر، أو لا يسمح بذلك.'],
    offer: ['اعرض من جديد', 'تغيّر السعر أو عدد الغرف أو شروط الفندق. اسأل النزيل من جديد.'],
    wait: ['انتظر ثم أعد الطلب', 'السبب مؤقت، وقد ينجح الطلب نفسه لاحقًا.'],
    contact: ['راسلنا', 'لا يستطيع برنامجك حل المشكلة وحده.'],
  },
  group: 'المطلوب منك',
  status: 'حالة HTTP',
  retryable: 'إعادة الطلب',
  retry: { yes: 'نعم', no: 'لا', key: 'مع Idempotency-Key' },
  retryShort: { yes: 'أعد الطلب', no: '', key: 'أعده بالمفتاح' },
  causes: 'الأسباب',
  steps: 'ما العمل',
  details: 'حقول',
  example: 'مثال على الاستجابة',
  operations: 'العمليات التي قد تعطي هذا الخطأ',
  allOperations: (count) =>
    plural(count, {
      one: 'عملية واحدة',
      two: 'العمليتان',
      few: 'كل العمليات، وعددها #',
      other: 'كل العمليات، وعددها #',
    }),
  guides: 'أدلة ذات صلة',
  unknown: 'رمز خطأ غير معروف',
  unknownNote: 'لا يوجد في الواجهة البرمجية خطأ بهذا الرمز. هذه هي الرموز كلها.',
};
