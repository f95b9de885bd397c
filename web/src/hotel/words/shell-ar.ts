import { MONTHS, WEEKDAYS } from '../../../../src/domain/vouchers/calendar-words.ts';
import { pluralIn } from '../../i18n/plural.ts';
import type { ShellWords } from './shell-en.ts';

const plural = pluralIn('ar');
const stepsOf = (count: number) =>
  plural(count, { one: 'خطوة واحدة', two: 'خطوتان', few: '# خطوات', other: '# خطوة' });
const secondsOf = (count: number) =>
  plural(count, { one: 'ثانية واحدة', two: 'ثانيتين', few: '# ثوانٍ', other: '# ثانية' });

export const shellAr: ShellWords = {
  title: 'صفحة الفندق',
  comma: '،',
  currencies: { IQD: 'د.ع', USD: 'دولار' },
  months: MONTHS.ar,
  weekdays: WEEKDAYS.ar,
  skip: 'انتقل إلى المحتوى',
  menu: 'الصفحات',
  language: 'اللغة',
  theme: 'المظهر',
  light: 'فاتح',
  dark: 'داكن',
  sandbox: 'بيئة الاختبار: لا شيء هنا حقيقي',
  tabs: { reception: 'الاستقبال', scan: 'مسح القسيمة', rooms: 'الغرف', more: 'المزيد' },
  loading: 'جارٍ التحميل…',
  loadFailed: 'تعذّر التحميل.',
  tryAgain: 'حاول مرة أخرى',
  notFound: 'هذه الصفحة غير موجودة.',
  toReception: 'إلى الاستقبال',
  cancel: 'رجوع',
  close: 'إخفاء',
  back: 'رجوع',
  connection: {
    live: 'متصل',
    polling: 'تحديث كل 15 ث',
    offline: 'لا يوجد اتصال',
  },
  asOf: (time) => `آخر تحديث ${time}`,
  roles: { MANAGER: 'مدير', FRONT_DESK: 'موظف استقبال' },
  signIn: {
    title: 'تسجيل الدخول',
    again: 'انتهت جلستك. سجّل الدخول من جديد لتتابع من حيث توقفت.',
    tooLong:
      'لا يوجد اتصال منذ 12 ساعة، فحُذفت الحجوزات المخزَّنة على هذا الجهاز. اتصل بالإنترنت ثم سجّل الدخول.',
    otherPerson: 'سجّل شخص آخر الدخول على هذا الجهاز.',
    email: 'البريد الإلكتروني',
    password: 'كلمة المرور',
    show: 'إظهار كلمة المرور',
    code: 'الرمز من تطبيقك',
    codeNote: 'ستة أرقام من التطبيق على هاتفك.',
    submit: 'دخول',
    working: 'جارٍ الدخول…',
    forgotten: 'نسيت كلمة المرور؟ اطلب رابطًا جديدًا من مدير فندقك.',
    wait: (seconds) => `محاولات كثيرة. انتظر ${secondsOf(seconds)} ثم حاول مرة أخرى.`,
    waiting: (count) => `${stepsOf(count)} بانتظار تسجيل دخولك.`,
  },
  enter: {
    opening: 'جارٍ فتح صفحة الفندق…',
    failed: 'استُخدم هذا الرابط من قبل، أو انتهت صلاحيته.',
    next: 'افتح الصفحة من جديد من بيئة الاختبار التفاعلية.',
  },
  signOut: {
    button: 'تسجيل الخروج',
    warning: (count) =>
      `لم يُرسَل بعد: ${stepsOf(count)}. يتم الإرسال فقط بعد أن تسجّل الدخول من جديد على هذا الجهاز.`,
    anyway: 'تسجيل الخروج على أي حال',
    offline: 'تسجيل الخروج يحتاج إلى الإنترنت.',
  },
  errors: {
    OFFLINE: 'لا يوجد اتصال. تحقق من الإنترنت وحاول مرة أخرى.',
    UNREADABLE: 'استجابة الخدمة غير مفهومة. حاول مرة أخرى.',
    SIGN_IN_REQUIRED: 'سجّل الدخول أولًا.',
    SIGN_IN_REFUSED: 'البريد الإلكتروني أو كلمة المرور أو الرمز غير صحيح.',
    CODE_REQUIRED: 'أدخل الرمز من تطبيقك.',
    TOO_MANY_TRIES: 'محاولات كثيرة. انتظر قليلًا ثم حاول مرة أخرى.',
    LINK_NOT_VALID: 'استُخدم هذا الرابط من قبل، أو انتهت صلاحيته. اطلب رابطًا جديدًا.',
    ROLE_NOT_ALLOWED: 'هذا الإجراء للمدير فقط.',
    OTHER_ORIGIN: 'افتح صفحة الفندق من عنوانها الأصلي.',
    BOOKING_NOT_FOUND: 'لا يوجد حجز كهذا في فندقك.',
    BOOKING_STATE_CONFLICT: 'حالة الحجز لم تعد تسمح بهذه الخطوة. افتح الحجز لترى حالته.',
    VALIDATION_ERROR: 'أحد الحقول غير صحيح. تحقق منه وحاول مرة أخرى.',
    VOUCHER_FORGED: 'هذه ليست قسيمة من قناة فنادق العراق، أو جرى تغييرها. لا تقبلها.',
    VOUCHER_OF_OTHER_HOTEL: 'قسيمة أصلية، لكنها لفندق آخر.',
    RATE_LIMIT_EXCEEDED: 'طلبات كثيرة. انتظر دقيقة ثم حاول مرة أخرى.',
    IDEMPOTENCY_IN_PROGRESS: 'الخطوة نفسها قيد التنفيذ. انتظر لحظة.',
    SERVICE_UNAVAILABLE: 'الخدمة غير متاحة الآن، ولم يتغيّر شيء. حاول مرة أخرى.',
    BOOKINGS_HALTED: 'الخدمة لا تقبل التغييرات حتى ينتهي فحص بياناتها. لم يتغيّر شيء. حاول لاحقًا.',
    OUTCOME_UNKNOWN: 'لا نعرف هل نجحت الخطوة. حاول مرة أخرى، ولن تُنفَّذ مرتين.',
    INTERNAL_ERROR: 'خلل في الخدمة. حاول مرة أخرى، أو اتصل بخط المساعدة.',
  },
  otherError: (message) => `لم تنجح العملية: ${message}`,
};
