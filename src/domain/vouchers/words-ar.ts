import { MONTHS, WEEKDAYS } from './calendar-words.ts';
import { code } from './mixed-text.ts';
import type { Words } from './words.ts';

/** The Arabic texts of vouchers. Numbers have Western digits, because hotel systems also print Western digits. */
export const AR: Words = {
  title: 'قسيمة حجز فندقي',
  voucherNumber: 'رقم القسيمة',
  hotel: 'الفندق',
  telephone: 'الهاتف',
  guest: 'اسم النزيل',
  checkIn: 'تسجيل الوصول',
  checkOut: 'تسجيل المغادرة',
  fromTime: (time) => `من الساعة ${code(time)}`,
  untilTime: (time) => `حتى الساعة ${code(time)}`,
  stay: 'مدة الإقامة',
  nights: (count) => counted(count, 'ليلة واحدة', 'ليلتان', 'ليالٍ', 'ليلة'),
  rooms: 'الغرف',
  party: 'عدد النزلاء',
  adults: (count) => counted(count, 'بالغ واحد', 'بالغان', 'بالغين', 'بالغًا'),
  children: (count) => (count === 0 ? 'بدون أطفال' : counted(count, 'طفل واحد', 'طفلان', 'أطفال', 'طفلًا')),
  and: '، ',
  board: 'الوجبات',
  boards: {
    ROOM_ONLY: 'مبيت فقط بدون وجبات',
    BED_AND_BREAKFAST: 'مبيت وفطور',
    HALF_BOARD: 'نصف إقامة: فطور وعشاء',
    FULL_BOARD: 'إقامة كاملة: فطور وغداء وعشاء',
  },
  due: 'المستحق في الفندق',
  paidToPartner: 'مدفوع مسبقًا لشركة الحجز، لا تستلم أي مبلغ',
  nothingDue: 'لا تستلم أي مبلغ',
  collectFromGuest: 'يدفعه النزيل في الاستقبال',
  retained: (amount) => `منه ${amount} غرامة عن تعديل سابق`,
  cancellationCharge: 'غرامة الإلغاء',
  cancellation: 'شروط إلغاء هذا الحجز (بتوقيت بغداد)',
  free: (until) => (until === null ? 'في أي وقت: الإلغاء مجاني' : `حتى ${until}: الإلغاء مجاني`),
  charged: (from, amount) =>
    `${from === null ? 'ابتداءً من وقت الحجز' : `من ${from}`}: ${amount === null ? 'تُحتسب غرامة إلغاء' : `يُحتسب مبلغ ${amount}`}`,
  requests: 'طلبات خاصة',
  verify: 'كيفية التحقق من القسيمة',
  verification: (host, asOf) =>
    `امسح رمز ${code('QR')} بالهاتف. يجب أن تُفتح صفحة على العنوان ${host} وأن تعرض رقم القسيمة والاسم والتواريخ نفسها. تعرض الصفحة دائمًا الحالة الحالية، أما هذه النسخة فتعرض الحالة في ${asOf}.`,
  issuedBy: 'صادرة عن',
  issuer: `قناة فنادق العراق (${code('Iraq Hotel Channel')})`,
  partnerReference: 'الرقم المرجعي لشركة الحجز',
  helpLine: 'خط المساعدة',
  signature: 'توقيع النزيل',
  documentNumber: 'رقم الوثيقة (هوية أو جواز سفر)',
  roomNumber: 'رقم الغرفة',
  notValid: 'غير صالحة',
  statuses: {
    CONFIRMED: 'مؤكد',
    CANCELLED: 'ملغى',
    CHECKED_IN: 'تم تسجيل الوصول',
    CHECKED_OUT: 'تمت المغادرة',
    NO_SHOW: 'لم يحضر',
  },
  meanings: {
    CONFIRMED: () => 'هذه القسيمة صالحة. يرجى استقبال النزيل حسب البيانات أدناه.',
    CANCELLED: (at) => `أُلغي الحجز في ${at}. هذه القسيمة غير صالحة. لم تعد الغرفة محجوزة لهذا النزيل.`,
    CHECKED_IN: () => 'استُخدمت هذه القسيمة: سُجّل وصول النزيل.',
    CHECKED_OUT: () => 'استُخدمت هذه القسيمة: غادر النزيل الفندق.',
    NO_SHOW: () => 'لم يحضر النزيل. هذه القسيمة لم تعد صالحة.',
  },
  weekdays: WEEKDAYS.ar,
  months: MONTHS.ar,
  date: (weekday, day, month, year) => `${weekday} ${day} ${month} ${year}`,
  moment: (date, time) => `${date} الساعة ${code(time)}`,
  money: (amount, currency) => `${code(amount)} ${currency === 'IQD' ? 'دينار عراقي' : 'دولار أمريكي'}`,
  languageName: 'العربية',
  paper: 'للطباعة (PDF)',
};

/**
 * Writes a number with its noun in Arabic. There are special words for one and two. Numbers from three to ten need the
 * plural, and numbers from eleven need the singular.
 */
function counted(count: number, one: string, two: string, few: string, many: string): string {
  if (count === 1) return one;
  if (count === 2) return two;
  return `${count} ${count <= 10 ? few : many}`;
}
