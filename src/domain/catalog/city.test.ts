import { describe, expect, it } from 'vitest';
import { addressWithCity, cityKey, cityName } from './city.ts';

describe('a city', () => {
  it.each([
    [
      'Erbil',
      ['erbil', 'Arbil', 'ARBIL', 'Irbil', 'Hewlêr', 'Hewler', 'أربيل', 'اربيل', 'هەولێر', ' Erbil, Iraq '],
    ],
    ['Baghdad', ['BAGHDAD', 'Bagdad', 'بغداد', 'بَغداد', 'بغـــداد', 'بەغدا', 'بغداد، العراق']],
    ['Karbala', ['Kerbala', 'Karbalāʾ', 'Karbala’', 'كربلاء', 'كربلا', 'كربلاء المقدسة', 'کەربەلا']],
    ['Najaf', ['An-Najaf', 'al-Najaf', 'النجف', 'النجف الأشرف', 'نجف', 'نەجەف']],
    ['Basra', ['Basrah', 'Al-Baṣrah', 'البصرة', 'البصره', 'بصرة', 'بەسرە']],
    [
      'Sulaymaniyah',
      ['Sulaimaniya', 'Slêmanî', 'Silêmanî', 'As-Sulaymānīyah', 'السليمانية', 'سلێمانی', 'سلێماني'],
    ],
    ['Duhok', ['Dohuk', 'Dihok', 'دهوك', 'دهۆک']],
    ['Kirkuk', ['Kerkûk', 'كركوك', 'کەرکووک']],
  ])('%s is found by its usual spellings', (city, spellings) => {
    for (const spelling of spellings) expect(cityKey(spelling), spelling).toBe(cityKey(city));
  });

  it('is not mistaken for another one', () => {
    const keys = ['Erbil', 'Baghdad', 'Karbala', 'Najaf', 'Basra', 'Kut', 'Kufa', 'Atlantis'].map(cityKey);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('that the list does not know is found by its own name, however accented', () => {
    expect(cityKey('Qal‘at Sukkar')).toBe(cityKey('QALAT SUKKAR'));
    expect(cityKey('قلعة سكر')).toBe(cityKey('قلعه سكر'));
  });
});

describe('the name of a city', () => {
  it('is known in Arabic and Kurdish, from any spelling', () => {
    expect([cityName('Karbala', 'ar'), cityName('Karbala', 'ckb')]).toEqual(['كربلاء', 'کەربەلا']);
    expect([cityName('Arbil', 'en'), cityName('Arbil', 'ar'), cityName('Arbil', 'ckb')]).toEqual([
      'Arbil',
      'أربيل',
      'هەولێر',
    ]);
  });

  it('stays as it is written where the list does not know it', () => {
    expect(cityName('Qalat Sukkar', 'ar')).toBe('Qalat Sukkar');
  });
});

describe('an address', () => {
  it.each([
    ['طريق النهر', 'Baghdad', 'ar', 'طريق النهر، بغداد'],
    ['Riverside Road', 'Baghdad', 'en', 'Riverside Road, Baghdad'],
    ['', 'Karbala', 'ar', 'كربلاء'],
    ['کۆڵانی بازاڕ', 'Karbala', 'ckb', 'کۆڵانی بازاڕ، کەربەلا'],
    ['شارع بغداد', 'Karbala', 'ar', 'شارع بغداد، كربلاء'],
    ['Kutaisi Street', 'Kut', 'en', 'Kutaisi Street, Kut'],
    ['Main Street', 'Qalat Sukkar', 'en', 'Main Street, Qalat Sukkar'],
  ] as const)('%j gets its city, %s', (address, city, language, whole) => {
    expect(addressWithCity(address, city, language)).toBe(whole);
  });

  it.each([
    ['طريق النهر، بغداد', 'Baghdad'],
    ['شارع الروضة، النجف الأشرف', 'Najaf'],
    ['حي الحسين - كربلاء المقدسة', 'Karbala'],
    ['Gulan Street, Arbil 44001', 'Erbil'],
    ['Rawda Street (An-Najaf)', 'Najaf'],
    ['شەقامی گوڵان، هەولێر', 'Erbil'],
  ])('%j has it already', (address, city) => {
    expect(addressWithCity(address, city, 'ar')).toBe(address);
  });
});
