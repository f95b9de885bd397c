import type { Language } from '../i18n/language.tsx';

/** The Arabic and Kurdish names of the cities of the demo data, by their names in the API. */
const CITIES: Record<string, { ar: string; ckb: string }> = {
  Baghdad: { ar: 'بغداد', ckb: 'بەغدا' },
  Erbil: { ar: 'أربيل', ckb: 'هەولێر' },
  Karbala: { ar: 'كربلاء', ckb: 'کەربەلا' },
  Najaf: { ar: 'النجف', ckb: 'نەجەف' },
  Basra: { ar: 'البصرة', ckb: 'بەسرە' },
  Sulaymaniyah: { ar: 'السليمانية', ckb: 'سلێمانی' },
  Duhok: { ar: 'دهوك', ckb: 'دهۆک' },
  Kirkuk: { ar: 'كركوك', ckb: 'کەرکووک' },
};

export const CITY_NAMES = Object.keys(CITIES);

export function cityIn(language: Language, city: string): string {
  return language === 'en' ? city : (CITIES[city]?.[language] ?? city);
}
