// The Arabic texts of notices.

import type { NoticeWords } from './notice-words.ts';

export const NOTICE_AR: NoticeWords = {
  headings: { NEW: 'حجز جديد', CHANGED: 'تعديل حجز', CANCELLED: 'إلغاء حجز' },
  subjects: {
    NEW: (guest, arrival) => `حجز جديد: ${guest}، الوصول ${arrival}`,
    CHANGED: (guest, arrival) => `تعديل حجز: ${guest}، الوصول ${arrival}`,
    CANCELLED: (guest, arrival) => `إلغاء حجز: ${guest}، كان الوصول ${arrival}`,
  },
  reminder: 'تذكير',
  notConfirmed: 'لم تؤكدوا استلام هذا الحجز بعد.',
  requests: {
    NEW: 'يرجى تسجيل هذا الحجز في سجل حجوزاتكم وتأكيد استلامه.',
    CHANGED: 'يرجى تعديل هذا الحجز في سجل حجوزاتكم وتأكيد استلام التعديل.',
    CANCELLED:
      'يرجى إلغاء هذا الحجز في سجل حجوزاتكم وتأكيد استلام الإلغاء. لم تعد الغرفة محجوزة لهذا النزيل.',
  },
  changes: 'ما الذي تغيّر',
  before: 'سابقًا',
  now: 'الآن',
  nothingVisible: 'لم تتغيّر إلا تفاصيل لا يحتاج إليها الاستقبال.',
  compareAll: 'يرجى مقارنة جميع البيانات بما في سجل حجوزاتكم.',
  phoneChanged: 'تغيّر رقم هاتف النزيل. تجدون الرقم الجديد في الرسالة التي وصلتكم.',
  none: 'لا يوجد',
  guestPhone: 'هاتف النزيل',
  confirm: 'تأكيد الاستلام',
  confirmHint: 'يفتح الزر صفحة. اضغطوا فيها «تأكيد الاستلام» مرة ثانية.',
  confirmed: (at) => `تم تأكيد الاستلام: ${at}`,
  changedSince: 'تغيّر الحجز بعد تأكيدكم الأخير. يرجى قراءته مرة أخرى وتأكيد استلامه.',
  page: 'حجز لقسم الاستقبال',
  automatic: 'أُرسلت هذه الرسالة تلقائيًا. يرجى عدم الرد عليها.',
};
