// Recognises cities by any usual spelling, and returns their names in three languages.

/**
 * The cities of Iraq. Each line contains the English name that hotels use, the Arabic name, the Kurdish name, and then
 * other spellings that partners and guests use. If a city is not in this list, a search finds it only by the name that
 * its hotels use.
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

/** Letters that look the same to readers, but have different code points on Arabic and Kurdish keyboards. */
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

/**
 * Converts a name to a form without case, accents, vowel signs, hyphens and spaces. Different spellings of a name then
 * become equal.
 */
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

/** The maximum number of words in a city name: "Najaf Al Ashraf" has three words. */
const MOST_WORDS = 3;

/** Returns the same key for all spellings of a city. Two names mean the same city if their keys are equal. */
export function cityKey(name: string): string {
  const key = plain(name.split(/[,،]/, 1)[0]!);
  return KEY_OF_SPELLING.get(key) ?? key;
}

/**
 * Returns a city's name in a language. Returns `city` unchanged if the language is English or if the city is not in the
 * list.
 */
export function cityName(city: string, language: 'en' | 'ar' | 'ckb'): string {
  const known = CITY_OF_KEY.get(cityKey(city));
  if (known === undefined || language === 'en') return city;
  return language === 'ar' ? known[1] : known[2];
}

/** Adds the city to an address that does not contain it. A street name is not enough to find the hotel. */
export function addressWithCity(address: string, city: string, language: 'en' | 'ar' | 'ckb'): string {
  if (namesCity(address, city)) return address;
  return [address, cityName(city, language)].filter(Boolean).join(language === 'en' ? ', ' : '، ');
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
