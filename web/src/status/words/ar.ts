import { pluralIn } from '../../i18n/plural.ts';
import type { StatusWords } from './en.ts';

const plural = pluralIn('ar');
const minutes = (count: number) =>
  plural(count, { zero: '0 دقيقة', one: 'دقيقة واحدة', two: 'دقيقتان', few: '# دقائق', other: '# دقيقة' });
/** The number of minutes in the form that follows a preposition. */
const ofMinutes = (count: number) =>
  plural(count, { zero: '0 دقيقة', one: 'دقيقة واحدة', two: 'دقيقتين', few: '# دقائق', other: '# دقيقة' });
const hours = (count: number) =>
  plural(count, { one: 'ساعة واحدة', two: 'ساعتان', few: '# ساعات', other: '# ساعة' });

export const statusAr: StatusWords = {
  sentence: {
    OPERATIONAL: 'جميع الأنظمة تعمل',
    DEGRADED: 'بعض الأنظمة تواجه مشكلات',
    DOWN: 'الخدمة متوقفة',
    CHECKING: 'جارٍ التحقق…',
    UNREACHABLE: 'الخدمة لا تستجيب',
  },
  updated: (when) => `آخر تحديث ${when} بتوقيت بغداد`,
  lastKnown: (when) => `المعروض هو الحالة في ${when} بتوقيت بغداد`,
  tryingAgain: 'تعيد هذه الصفحة المحاولة كل 30 ثانية.',
  historyMissing: 'تتعذّر قراءة السجل في الوقت الحالي.',
  state: {
    OPERATIONAL: 'تعمل',
    DEGRADED: 'تعمل جزئيًا',
    DOWN: 'متوقفة',
    NO_DATA: 'لا بيانات',
    UNKNOWN: 'غير معروفة',
  },
  component: {
    SEARCH: 'البحث والأسعار',
    BOOKINGS: 'الحجوزات',
    EVENTS: 'الأحداث والويب هوك',
    HOTEL_SYSTEMS: 'الواجهة البرمجية لأنظمة الفنادق',
    PAGES: 'القسائم وصفحة الفندق',
  },
  componentNote: {
    SEARCH: 'الفنادق والبحث والأسعار والتوفر وفحص السعر',
    BOOKINGS: 'الحجز المؤقت والحجز والعرض والتعديل والإلغاء',
    EVENTS: 'قراءة الأحداث وإرسالها إلى الويب هوك لديك',
    HOTEL_SYSTEMS: 'الغرف والأسعار والحجوزات تحت ‎/supply/v1‎',
    PAGES: 'الصفحات التي يفتحها النزلاء والفنادق',
  },
  components: 'المكوّنات',
  latency: (milliseconds) => `99٪ من الطلبات خلال ${milliseconds} ملي ثانية`,
  uptime: (percent) => `نسبة التشغيل ${percent}٪ من الدقائق التي لها بيانات`,
  noUptime: 'لا بيانات بعد',
  daysAgo: (days) =>
    plural(days, {
      one: 'قبل يوم',
      two: 'قبل يومين',
      few: 'قبل # أيام',
      many: 'قبل # يومًا',
      other: 'قبل # يوم',
    }),
  today: 'اليوم',
  chart: (component) => `${component}: آخر 90 يومًا، يومًا بيوم`,
  dayUptime: (percent) => `نسبة التشغيل ${percent}٪`,
  dayDown: (count) => `توقف مدة ${ofMinutes(count)}`,
  dayDegraded: (count) => `تشغيل جزئي مدة ${ofMinutes(count)}`,
  dayWithoutData: (count) => `بلا بيانات مدة ${ofMinutes(count)}`,
  legend: 'مفتاح الألوان',
  partlyKnown: 'بعض اليوم بلا بيانات',
  asTable: 'اعرض الأيام في جدول',
  column: {
    date: 'التاريخ',
    state: 'الحالة',
    uptime: 'نسبة التشغيل',
    degraded: 'دقائق التشغيل الجزئي',
    down: 'دقائق التوقف',
    withData: 'دقائق لها بيانات',
  },
  incidents: 'الأعطال',
  incidentsNote: 'ما زاد على دقيقتين خلال آخر 90 يومًا. الأوقات بتوقيت بغداد.',
  noIncidents: 'لا أعطال خلال آخر 90 يومًا.',
  incidentState: {
    DEGRADED: 'تشغيل جزئي',
    DOWN: 'توقف',
    NO_DATA: 'لا بيانات',
  },
  allComponents: 'جميع المكوّنات',
  ongoing: 'الآن',
  duration: (count) =>
    count < 60
      ? minutes(count)
      : count % 60 === 0
        ? hours(count / 60)
        : `${hours(Math.floor(count / 60))} و${minutes(count % 60)}`,
  measuredTitle: 'كيف نقيس ذلك',
  measured: [
    'تقيس الخدمة نفسها دقيقة بدقيقة: هل تستجيب قاعدة البيانات ومحرك الحجز، وكم طلبًا يفشل بسببنا. لا تُحسب الطلبات الخاطئة من جانبك.',
    'القياس من الداخل: لا تظهر في هذه الصفحة مشكلات الشبكة بينك وبيننا.',
    'الدقيقة التي لم تُبلّغ فيها الخدمة بشيء بلا بيانات: كان هناك انقطاع أو صيانة. ولا تُحسب من وقت التشغيل.',
    'نسبة التشغيل هي نسبة الدقائق التي لم يكن المكوّن متوقفًا فيها، من الدقائق التي لها بيانات. وتُحسب دقائق التشغيل الجزئي تشغيلًا.',
  ],
  asJson: 'البيانات نفسها بصيغة JSON',
  askSupport: 'تواصل مع الدعم',
};
