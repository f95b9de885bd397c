import { pluralIn } from './plural.ts';

const plural = pluralIn('ar');

export const bookingsOf = (count: number) =>
  plural(count, {
    zero: 'لا حجوزات',
    one: 'حجز واحد',
    two: 'حجزان',
    few: '# حجوزات',
    many: '# حجزًا',
    other: '# حجز',
  });
export const holdsOf = (count: number) =>
  plural(count, {
    zero: 'لا حجوزات مؤقتة',
    one: 'حجز مؤقت واحد',
    two: 'حجزان مؤقتان',
    few: '# حجوزات مؤقتة',
    many: '# حجزًا مؤقتًا',
    other: '# حجز مؤقت',
  });
export const nightsOf = (count: number) =>
  plural(count, { one: 'ليلة واحدة', two: 'ليلتان', few: '# ليالٍ', other: '# ليلة' });
export const roomsLeft = (count: number) =>
  plural(count, {
    zero: 'لا غرف متبقية',
    one: 'بقيت غرفة واحدة',
    two: 'بقيت غرفتان',
    few: 'بقيت # غرف',
    other: 'بقيت # غرفة',
  });
export const roomsOf = (count: number) =>
  plural(count, { one: 'غرفة واحدة', two: 'غرفتان', few: '# غرف', other: '# غرفة' });
