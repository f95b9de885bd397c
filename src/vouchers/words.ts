import type { BookingStatus } from '../booking/booking.ts';
import type { Currency } from '../kernel/money.ts';
import type { PricingModel } from '../pricing/rate-plan.ts';
import type { Language } from './language.ts';
import { code } from './mixed-text.ts';

/** Every word of a voucher in one language. */
export interface Words {
  title: string;
  voucherNumber: string;
  telephone: string;
  guest: string;
  checkIn: string;
  checkOut: string;
  fromTime: (time: string) => string;
  untilTime: (time: string) => string;
  stay: string;
  nights: (count: number) => string;
  rooms: string;
  party: string;
  adults: (count: number) => string;
  children: (count: number) => string;
  and: string;
  board: string;
  boards: Record<PricingModel, string>;
  due: string;
  paidToPartner: string;
  nothingDue: string;
  collectFromGuest: string;
  cancellationCharge: string;
  cancellation: string;
  policy: string;
  free: (until: string | null) => string;
  charged: (from: string | null, amount: string | null) => string;
  requests: string;
  verify: string;
  verification: (host: string, asOf: string) => string;
  statuses: Record<BookingStatus, string>;
  meanings: Record<BookingStatus, (at: string) => string>;
  weekdays: string[];
  months: string[];
  moment: (date: string, time: string) => string;
  money: (amount: string, currency: Currency) => string;
  languageName: string;
  paper: string;
}

const EN: Words = {
  title: 'Hotel voucher',
  voucherNumber: 'Voucher number',
  telephone: 'Telephone',
  guest: 'Guest',
  checkIn: 'Check-in',
  checkOut: 'Check-out',
  fromTime: (time) => `from ${code(time)}`,
  untilTime: (time) => `until ${code(time)}`,
  stay: 'Length of stay',
  nights: (count) => (count === 1 ? '1 night' : `${count} nights`),
  rooms: 'Rooms',
  party: 'Guests',
  adults: (count) => (count === 1 ? '1 adult' : `${count} adults`),
  children: (count) => (count === 0 ? 'no children' : count === 1 ? '1 child' : `${count} children`),
  and: ', ',
  board: 'Board',
  boards: {
    ROOM_ONLY: 'Room only, no meals',
    BED_AND_BREAKFAST: 'Bed and breakfast',
    HALF_BOARD: 'Half board: breakfast and dinner',
    FULL_BOARD: 'Full board: breakfast, lunch and dinner',
  },
  due: 'Due at the hotel',
  paidToPartner: 'Paid to the partner, nothing to collect',
  nothingDue: 'Nothing to collect',
  collectFromGuest: 'To be collected from the guest at the reception',
  cancellationCharge: 'Charge for the cancellation',
  cancellation: 'Cancelling this booking (Baghdad time)',
  policy: "The hotel's policy",
  free: (until) => (until === null ? 'At any time: free of charge' : `Until ${until}: free of charge`),
  charged: (from, amount) =>
    `${from === null ? 'From the booking on' : `From ${from}`}: ${amount === null ? 'a charge applies' : `${amount} is charged`}`,
  requests: 'Special requests',
  verify: 'How to verify this voucher',
  verification: (host, asOf) =>
    `Scan the QR code with a telephone. A page at ${host} must open and show the same voucher number, name and dates. That page always shows the present state; this copy shows the state of ${asOf}.`,
  statuses: {
    CONFIRMED: 'CONFIRMED',
    CANCELLED: 'CANCELLED',
    CHECKED_IN: 'CHECKED IN',
    CHECKED_OUT: 'CHECKED OUT',
    NO_SHOW: 'NO SHOW',
  },
  meanings: {
    CONFIRMED: () => 'This voucher is valid. Please receive the guest as written below.',
    CANCELLED: (at) => `Cancelled on ${at}. This voucher is not valid, and no room is kept.`,
    CHECKED_IN: () => 'This voucher has been used: the guest has checked in.',
    CHECKED_OUT: () => 'This voucher has been used: the guest has checked out.',
    NO_SHOW: () => 'The guest did not arrive. This voucher is no longer valid.',
  },
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  months: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  moment: (date, time) => `${date}, ${code(time)}`,
  money: (amount, currency) => code(`${currency} ${amount}`),
  languageName: 'English',
  paper: 'To print (PDF)',
};

/** The months are those of Iraq's own calendar; digits are the ones that hotels' systems print. */
const AR: Words = {
  title: 'قسيمة حجز فندقي',
  voucherNumber: 'رقم القسيمة',
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
  paidToPartner: 'مدفوع للشريك، لا يُستوفى أي مبلغ',
  nothingDue: 'لا يُستوفى أي مبلغ',
  collectFromGuest: 'يُستوفى من النزيل في الاستقبال',
  cancellationCharge: 'أجور الإلغاء',
  cancellation: 'إلغاء هذا الحجز (بتوقيت بغداد)',
  policy: 'سياسة الإلغاء في الفندق',
  free: (until) => (until === null ? 'في أي وقت: الإلغاء مجاني' : `حتى ${until}: الإلغاء مجاني`),
  charged: (from, amount) =>
    `${from === null ? 'منذ الحجز' : `من ${from}`}: ${amount === null ? 'تُحتسب أجور إلغاء' : `يُحتسب مبلغ ${amount}`}`,
  requests: 'طلبات خاصة',
  verify: 'كيفية التحقق من القسيمة',
  verification: (host, asOf) =>
    `امسح رمز الاستجابة السريعة بالهاتف. يجب أن تُفتح صفحة على العنوان ${host} وأن تعرض رقم القسيمة والاسم والتواريخ نفسها. تعرض الصفحة دائمًا الحالة الحالية، أما هذه النسخة فتعرض الحالة في ${asOf}.`,
  statuses: {
    CONFIRMED: 'مؤكد',
    CANCELLED: 'ملغى',
    CHECKED_IN: 'تم تسجيل الوصول',
    CHECKED_OUT: 'تمت المغادرة',
    NO_SHOW: 'لم يحضر',
  },
  meanings: {
    CONFIRMED: () => 'هذه القسيمة صالحة. يرجى استقبال النزيل حسب البيانات أدناه.',
    CANCELLED: (at) => `أُلغي الحجز في ${at}. هذه القسيمة غير صالحة ولا توجد غرفة محجوزة.`,
    CHECKED_IN: () => 'استُخدمت هذه القسيمة: سجّل النزيل وصوله.',
    CHECKED_OUT: () => 'استُخدمت هذه القسيمة: غادر النزيل الفندق.',
    NO_SHOW: () => 'لم يحضر النزيل. هذه القسيمة لم تعد صالحة.',
  },
  weekdays: ['الأحد', 'الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت'],
  months: [
    'كانون الثاني',
    'شباط',
    'آذار',
    'نيسان',
    'أيار',
    'حزيران',
    'تموز',
    'آب',
    'أيلول',
    'تشرين الأول',
    'تشرين الثاني',
    'كانون الأول',
  ],
  moment: (date, time) => `${date} الساعة ${code(time)}`,
  money: (amount, currency) => `${code(amount)} ${currency === 'IQD' ? 'دينار عراقي' : 'دولار أمريكي'}`,
  languageName: 'العربية',
  paper: 'للطباعة (PDF)',
};

export const WORDS: Record<Language, Words> = { en: EN, ar: AR };

/** One and two have words of their own, three to ten the plural, and from eleven on the singular returns. */
function counted(count: number, one: string, two: string, few: string, many: string): string {
  if (count === 1) return one;
  if (count === 2) return two;
  return `${count} ${count <= 10 ? few : many}`;
}
