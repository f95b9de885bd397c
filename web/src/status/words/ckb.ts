import type { StatusWords } from './en.ts';

const minutes = (count: number) => `${count} خولەک`;
const hours = (count: number) => `${count} کاتژمێر`;

export const statusCkb: StatusWords = {
  sentence: {
    OPERATIONAL: 'هەموو سیستەمەکان کار دەکەن',
    DEGRADED: 'هەندێک سیستەم کێشەیان هەیە',
    DOWN: 'خزمەتگوزارییەکە وەستاوە',
    CHECKING: 'پشکنین دەکرێت…',
    UNREACHABLE: 'خزمەتگوزارییەکە وەڵام ناداتەوە',
  },
  updated: (when) => `دوا نوێکردنەوە ${when} بە کاتی بەغدا`,
  lastKnown: (when) => `ئەوەی دەیبینیت دۆخی ${when}ـە بە کاتی بەغدا`,
  tryingAgain: 'ئەم پەڕەیە هەر 30 چرکە جارێک دووبارە هەوڵ دەدات.',
  historyMissing: 'لە ئێستادا مێژووەکە ناخوێندرێتەوە.',
  state: {
    OPERATIONAL: 'کار دەکات',
    DEGRADED: 'بەشێکی کار دەکات',
    DOWN: 'وەستاوە',
    NO_DATA: 'داتا نییە',
    UNKNOWN: 'نەزانراو',
  },
  component: {
    SEARCH: 'گەڕان و نرخ',
    BOOKINGS: 'حجزەکان',
    EVENTS: 'ڕووداو و وێبهووک',
    HOTEL_SYSTEMS: 'API بۆ سیستەمی هۆتێل',
    PAGES: 'ڤاوچەر و پەڕەی هۆتێل',
  },
  componentNote: {
    SEARCH: 'هۆتێل، گەڕان، نرخ، بەردەستبوون، پشکنینی نرخ',
    BOOKINGS: 'حجزی کاتی، حجز، خوێندنەوە، گۆڕین، هەڵوەشاندنەوە',
    EVENTS: 'خوێندنەوەی ڕووداو و ناردنی بۆ وێبهووکەکانت',
    HOTEL_SYSTEMS: 'ژوور و نرخ و حجز لە ‎/supply/v1‎',
    PAGES: 'ئەو پەڕانەی میوان و هۆتێل دەیانکەنەوە',
  },
  components: 'بەشەکان',
  latency: (milliseconds) => `99٪ی داواکارییەکان لە ${milliseconds} میلیچرکەدا`,
  uptime: (percent) => `کارکردن ${percent}٪ لەو خولەکانەی داتایان هەیە`,
  noUptime: 'هێشتا داتا نییە',
  daysAgo: (days) => `${days} ڕۆژ لەمەوبەر`,
  today: 'ئەمڕۆ',
  chart: (component) => `${component}: 90 ڕۆژی کۆتایی، ڕۆژ بە ڕۆژ`,
  dayUptime: (percent) => `کارکردن ${percent}٪`,
  dayDown: (count) => `وەستان بۆ ${minutes(count)}`,
  dayDegraded: (count) => `کارکردنی بەشەکی بۆ ${minutes(count)}`,
  dayWithoutData: (count) => `بێ داتا بۆ ${minutes(count)}`,
  legend: 'ڕوونکردنەوەی ڕەنگەکان',
  partlyKnown: 'بەشێکی ڕۆژەکە بێ داتایە',
  asTable: 'وەک خشتە پیشانی بدە',
  column: {
    date: 'بەروار',
    state: 'دۆخ',
    uptime: 'کارکردن',
    degraded: 'خولەکی کارکردنی بەشەکی',
    down: 'خولەکی وەستان',
    withData: 'خولەک بە داتاوە',
  },
  incidents: 'کێشەکان',
  incidentsNote: 'زیاتر لە 2 خولەک، لە 90 ڕۆژی کۆتاییدا. کاتەکان بە کاتی بەغدان.',
  noIncidents: 'لە 90 ڕۆژی کۆتاییدا هیچ کێشەیەک نەبووە.',
  incidentState: {
    DEGRADED: 'کارکردنی بەشەکی',
    DOWN: 'وەستان',
    NO_DATA: 'داتا نییە',
  },
  allComponents: 'هەموو بەشەکان',
  ongoing: 'ئێستا',
  duration: (count) =>
    count < 60
      ? minutes(count)
      : count % 60 === 0
        ? hours(count / 60)
        : `${hours(Math.floor(count / 60))} و ${minutes(count % 60)}`,
  measuredTitle: 'چۆن دەپێورێت',
  measured: [
    'خزمەتگوزارییەکە خولەک بە خولەک خۆی دەپێوێت: ئایا بنکەدراوە و بەشی حجز وەڵام دەدەنەوە، و چەند داواکاری بەهۆی ئێمەوە شکست دەهێنن. ئەو داواکارییانەی بە هەڵە نێردراون ناژمێردرێن.',
    'لە ناوەوە دەپێورێت: ئەگەر تۆڕی نێوان تۆ و ئێمە کێشەی هەبێت، ئەم پەڕەیە نایزانێت.',
    'ئەو خولەکەی خزمەتگوزارییەکە هیچ ڕاپۆرتێکی تێدا نەناردووە داتای نییە: وەستان یان چاککردنەوە هەبووە. وەک کارکردن ناژمێردرێت.',
    'کارکردن ڕێژەی ئەو خولەکانەیە کە بەشەکە تێیاندا نەوەستاوە، لەو خولەکانەی داتایان هەیە. خولەکی کارکردنی بەشەکی وەک کارکردن دەژمێردرێت.',
  ],
  asJson: 'هەمان زانیاری بە JSON',
  askSupport: 'پەیوەندی بە پشتگیرییەوە بکە',
};
