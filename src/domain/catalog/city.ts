// Cities with their names in three languages, found by any usual spelling.

/**
 * The cities of Iraq. Each line begins with the English name as hotels write it, followed by the Arabic and the Kurdish
 * name. Then come other spellings that partners and guests use. A city that is not in the list is still found by its
 * own name.
 */
const CITIES: [en: string, ar: string, ckb: string, ...spellings: string[]][] = [
  ['Baghdad', 'بغداد', 'بەغدا', 'Bagdad', 'Bexda', 'Begda', 'بەغداد'],
  ['Erbil', 'أربيل', 'هەولێر', 'Arbil', 'Irbil', 'Arbeel', 'Hewler', 'Hawler', 'Hewlêr', 'اربيل', 'إربيل'],
  ['Karbala', 'كربلاء', 'کەربەلا', 'Kerbala', 'Kerbela', 'Karbalaa', 'Kerbelā', 'كربلا', 'كربلاء المقدسة'],
  ['Najaf', 'النجف', 'نەجەف', 'An Najaf', 'Al Najaf', 'Nejef', 'Najaf Al Ashraf', 'نجف', 'النجف الأشرف'],
  ['Basra', 'البصرة', 'بەسرە', 'Basrah', 'Al Basrah', 'Al Basra', 'Bassora', 'Basora', 'بصرة'],
  [
    'Sulaymaniyah',
    'السليمانية',
    'سلێمانی',
    'Sulaimaniyah',
    'Sulaimaniya',
    'Sulaymaniya',
    'Sulaimani',
    'Suleimaniya',
    'Suleimaniyah',
    'Al Sulaymaniyah',
    'As Sulaymaniyah',
    'Slemani',
    'Slêmanî',
    'Silêmanî',
    'سليمانية',
  ],
  ['Duhok', 'دهوك', 'دهۆک', 'Dohuk', 'Dahuk', 'Dihok', 'دهوک'],
  ['Kirkuk', 'كركوك', 'کەرکووک', 'Karkuk', 'Kerkuk', 'Kerkûk', 'کەرکوک'],
  ['Mosul', 'الموصل', 'مووسڵ', 'Al Mosul', 'Al Mawsil', 'Mawsil', 'Mûsil', 'موصل', 'موسڵ'],
  ['Nasiriyah', 'الناصرية', 'ناسریە', 'Nasiriya', 'An Nasiriyah', 'Nasriya', 'ناصرية'],
  ['Amarah', 'العمارة', 'عەمارە', 'Al Amarah', 'Amara', 'عمارة'],
  ['Hillah', 'الحلة', 'حیللە', 'Hilla', 'Al Hillah', 'حلة'],
  ['Samarra', 'سامراء', 'سامەڕا', 'Samara'],
  ['Ramadi', 'الرمادي', 'ڕومادی', 'Ar Ramadi', 'رمادي'],
  ['Fallujah', 'الفلوجة', 'فەلوجە', 'Falluja', 'Al Fallujah', 'فلوجة'],
  ['Kut', 'الكوت', 'کووت', 'Al Kut', 'كوت'],
  ['Diwaniyah', 'الديوانية', 'دیوانیە', 'Diwaniya', 'Ad Diwaniyah', 'ديوانية'],
  ['Samawah', 'السماوة', 'سەماوە', 'Samawa', 'As Samawah', 'سماوة'],
  ['Baqubah', 'بعقوبة', 'بەعقوبە', 'Baquba', 'Baqouba'],
  ['Tikrit', 'تكريت', 'تکریت'],
  ['Kufa', 'الكوفة', 'کوفە', 'Al Kufah', 'Kufah', 'كوفة'],
  ['Halabja', 'حلبجة', 'هەڵەبجە', 'Helebce'],
  ['Zakho', 'زاخو', 'زاخۆ', 'Zaxo'],
  ['Shaqlawa', 'شقلاوة', 'شەقڵاوە', 'Şeqlawe'],
  ['Soran', 'سوران', 'سۆران'],
  ['Rawanduz', 'راوندوز', 'ڕەواندز', 'Rewandiz'],
];

/** Letters that readers treat as the same, although Arabic and Kurdish keyboards write them differently. */
const SAME_LETTER: Record<string, string> = {
  ة: 'ه',
  ە: 'ه',
  ھ: 'ه',
  ى: 'ي',
  ی: 'ي',
  ێ: 'ي',
  ک: 'ك',
  ۆ: 'و',
  ڵ: 'ل',
  ڕ: 'ر',
};

/** Removes the differences between spellings: case, accents, vowel signs, hyphens and spaces. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]|\p{Lm}/gu, '')
    .replace(/[ةەھىیێکۆڵڕ]/g, (letter) => SAME_LETTER[letter]!);
}

const KEY_OF_SPELLING = new Map(
  CITIES.flatMap((city) => city.map((spelling) => [plain(spelling), plain(city[0])] as const)),
);
const CITY_OF_KEY = new Map(CITIES.map((city) => [plain(city[0]), city]));

/** The longest spelling of a city has three words: "Najaf Al Ashraf". */
const MOST_WORDS = 3;

/** One key for all spellings of a city. Two names mean the same city when their keys are equal. */
export function cityKey(name: string): string {
  const key = plain(name.split(/[,،]/, 1)[0]!);
  return KEY_OF_SPELLING.get(key) ?? key;
}

/**
 * A city's name in a language. In English, and for a city that is not in the list, it is the name that the hotel
 * writes.
 */
export function cityName(city: string, language: 'en' | 'ar' | 'ckb'): string {
  const known = CITY_OF_KEY.get(cityKey(city));
  if (known === undefined || language === 'en') return city;
  return language === 'ar' ? known[1] : known[2];
}

/** Adds the city to an address that does not contain it, because a street name is not enough to find the hotel. */
export function addressWithCity(address: string, city: string, language: 'en' | 'ar'): string {
  if (namesCity(address, city)) return address;
  return [address, cityName(city, language)].filter(Boolean).join(language === 'ar' ? '، ' : ', ');
}

function namesCity(address: string, city: string): boolean {
  const words = address.split(/[\s,،.;؛/()-]+/);
  const key = cityKey(city);
  return words.some((_, first) =>
    Array.from({ length: MOST_WORDS }, (_, more) => words.slice(first, first + more + 1).join(' ')).some(
      (name) => cityKey(name) === key,
    ),
  );
}
